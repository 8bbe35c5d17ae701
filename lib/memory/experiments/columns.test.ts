import { expect, it } from 'vitest'
import { guessMapping, runsInSteps, runsOfTable } from './columns.ts'

it('reads a large table in steps, and the same runs as in one go', () => {
  const rows = Array.from({ length: 5_500 }, (_, i) => ({
    line: i + 2,
    cells: { instance_id: `shop-${i}`, seed: i % 2, resolved: i % 3 === 0 },
  }))
  const table = {
    fileName: 'all.csv',
    kind: 'csv',
    columns: ['instance_id', 'seed', 'resolved'],
    rows,
    warnings: [],
  }
  const steps = runsInSteps(table, guessMapping(table))
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBe(5)
  expect(step.value).toEqual(runsOfTable(table, guessMapping(table)))
  expect(step.value.map(({ results }) => results.length)).toEqual([2_750, 2_750])
})
