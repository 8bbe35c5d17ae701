import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { watchFiles } from './watch-files.ts'

const EVERY_MS = 40

it('takes a file once it is at rest, again when it has grown, and goes on after one that fails', async () => {
  const folder = temporaryFolder()
  const names = ['broken', 'growing']
  for (const name of names) writeFileSync(join(folder, name), 'a')
  const said: string[] = []
  const stop = new AbortController()
  const taken: string[] = []
  let looks = 0
  const watched = watchFiles({
    everyMs: EVERY_MS,
    signal: stop.signal,
    failed: (error) => said.push((error as Error).message),
    list: () => {
      looks++
      if (looks === 3) throw new Error('the folder was away')
      // A session that is being written: it is other at each of the first looks.
      if (looks <= 4) appendFileSync(join(folder, 'growing'), 'a')
      if (looks === 9) appendFileSync(join(folder, 'growing'), 'b')
      return names.map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name))
        return { name, size, changed: mtimeMs, read: () => new Uint8Array() }
      })
    },
    take: async ({ name, size }) => {
      taken.push(`${name} ${size}`)
      if (name === 'broken') throw new Error('cannot be read')
    },
  })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(12), { timeout: 10_000 })
  stop.abort()
  await watched
  expect(taken).toEqual(['broken 1', 'growing 4', 'growing 5'])
  expect(said).toEqual(['cannot be read', 'the folder was away'])
  const after = looks
  await pause(3 * EVERY_MS)
  expect(looks).toBe(after)
})
