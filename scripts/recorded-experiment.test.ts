import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readExperiment } from '../lib/studies/designs/experiment.ts'

const page = readFileSync('docs/experiment.md', 'utf8').replace(/\s+/g, ' ')
const report = readExperiment(['prisma/experiment/loupe-mini'])
if (!report) throw new Error('an experiment comes recorded')
const { primary, arms, density, episodes } = report
const signed = (points: number | null) =>
  points === null ? '' : `${points > 0 ? '+' : ''}${points.toFixed(1)}`.replace('-', '−')

it('the page says what the recorded experiment shows, and its table is that of the report', () => {
  const rows = [
    { name: 'all', n: primary?.pairs ?? 0, gainPp: primary?.gainPp ?? null, interval: primary },
    ...density,
  ].map(({ name, n, gainPp, interval }) => {
    const range = interval ? `${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}` : ''
    return `| ${name} | ${n} | ${signed(gainPp)} | ${range} |`.replace('|  |', '| |')
  })
  for (const row of rows) expect(page).toContain(row)
  const [base, arm] = arms
  expect(page).toContain(`Without memory ${base?.resolved} were resolved, with it ${arm?.resolved}`)
  expect(page).toContain(`p ${primary?.p?.toFixed(3)}`)
  const { low = 0, high = 0 } = primary?.newcombe ?? {}
  expect(page).toContain(`Newcombe's of the whole is ${low.toFixed(1)} to ${high.toFixed(1)}`)
})

it('every task was met once by each arm, and no episode was left out', () => {
  expect(episodes).toHaveLength(60)
  for (const name of ['vanilla', 'subtask'])
    expect(new Set(episodes.filter(({ arm }) => arm === name).map(({ task }) => task)).size).toBe(30)
})
