import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a start refuses an argument by name, and says which variables there are', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--port', '3001'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/"--port" is not known here.*\n.*PORT=3001/)])
})
