import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { simulateRun } from '../memory/gain/simulate-run.ts'
import { readKeptRuns } from './kept-runs.ts'

it('reads kept runs in the order of their names, and names what is not one', () => {
  const folder = temporaryFolder()
  const run = simulateRun({ design: 'ladder', seed: 1, gainAt: () => 0, clusters: 2, draws: 1 })
  writeFileSync(join(folder, 'a.json'), JSON.stringify(run))
  writeFileSync(join(folder, 'b.json'), '{"plan": 1}')
  writeFileSync(join(folder, 'c.json'), '{')
  writeFileSync(join(folder, 'readme.md'), '')
  const { runs, refused } = readKeptRuns(folder)
  expect(runs).toEqual([run])
  expect(refused.map(({ file }) => file)).toEqual(['b.json', 'c.json'])
  expect(refused[0]?.reason).toContain('plan')
})

it('a folder that is not there holds none', () => {
  expect(readKeptRuns('/no/such/folder')).toEqual({ runs: [], refused: [] })
})
