import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'

const folder = new URL('./fixtures/named/', import.meta.url)
const NOT_TRAJECTORIES = [
  'file-index',
  'licence',
  'markdown',
  'openhands-run-metadata',
  'pairs-json',
  'patch',
  'plain-text',
  'results-jsonl',
  'swebench-predictions',
  'swebench-report',
  'swebench-summary',
  'task-ids',
  'tasks-jsonl',
]
/** Second shapes of one layout, the file's name without its ending -> the layout. */
const VARIANTS: Record<string, string> = {
  'codex-rollout-jsonl-old': 'codex-rollout-jsonl',
  'moatless-node-tree-nested': 'moatless-node-tree',
  'openhands-event-list-pairs': 'openhands-event-list',
  'openhands-output-jsonl-without-id': 'openhands-output-jsonl',
}

describe('a file of a layout that is not read', () => {
  it.each(readdirSync(folder))('%s is named by its shape, under a name that tells nothing', (fileName) => {
    const stem = basename(fileName).replace(/\.[a-z]+$/, '')
    const result = readTrajectories(readFileSync(new URL(fileName, folder)), 'file')
    const format = VARIANTS[stem] ?? stem
    expect(result).toMatchObject({
      format,
      status: NOT_TRAJECTORIES.includes(format) ? 'not-a-trajectory' : 'unsupported',
      trajectories: [],
    })
  })
})
