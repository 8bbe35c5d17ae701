import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'

const folder = new URL('./fixtures/named/', import.meta.url)
/** Versions to come of a layout that is read: runs all the same. */
const UNSUPPORTED = ['mini-swe-agent-9']

describe('a file that holds no run that is read', () => {
  it.each(readdirSync(folder))('%s is named by its shape, under a name that tells nothing', (fileName) => {
    const stem = basename(fileName).replace(/\.[a-z]+$/, '')
    const result = readTrajectories(readFileSync(new URL(fileName, folder)), 'file')
    expect(result).toMatchObject({
      format: stem,
      status: UNSUPPORTED.includes(stem) ? 'unsupported' : 'not-a-trajectory',
      trajectories: [],
    })
  })
})
