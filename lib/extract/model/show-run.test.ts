import { expect, it } from 'vitest'
import { makeRun } from '../fixtures/make-run.ts'
import { showStage, showWhole } from './show-run.ts'

const long = makeRun([
  ['Look.', 'cat a', 'a'.repeat(9_000)],
  ['Run.', 'run b', `${'b'.repeat(9_000)}3 failed`, 1],
  ['Run again.', 'run c', 'c'.repeat(500)],
])
const segments = [
  { category: 'ANALYZE', fromStep: 1, toStep: 1 },
  { category: 'VERIFY', fromStep: 2, toStep: 3 },
] as const

it('cuts a long output in its middle, keeps its end and counts what is missing', () => {
  const { text, leftOut } = showStage(long, segments, segments[1])
  expect(text).toContain('b3 failed')
  expect(text).toContain('[… 5008 characters left out …]')
  expect(text).toContain('output (exit status 1)')
  expect(leftOut).toBeGreaterThan(4_900)
})

it('shows earlier steps in short and says which stage is meant', () => {
  const { text } = showStage(long, segments, segments[1])
  expect(text).toContain('## Earlier steps, shortened\n\n[step 1]')
  expect(text).toContain('[… 8700 characters left out …]')
  expect(text).toContain('VERIFY, steps 2 to 3 (the stage to read)')
})

it('shows a model no word that mixes characters as passwords do, in a run stored before the scanner knew it either', () => {
  const word = ['Xy7', 'qp!Rt2vW'].join('')
  const run = makeRun([['Look.', 'cat a', `first\nuse ${word}\nPGPASSWORD=${word}`]])
  const [segment] = [{ category: 'ANALYZE', fromStep: 1, toStep: 1 } as const]
  for (const { text } of [showStage(run, [segment], segment), showWhole(run)]) {
    expect(text).not.toContain(word)
    expect(text).toContain(`use ${'•'.repeat(word.length)}\nPGPASSWORD=•`)
  }
})

it('leaves nothing out of a short stage', () => {
  const short = makeRun([['Look.', 'cat a', 'a']])
  expect(
    showStage(short, [{ category: 'ANALYZE', fromStep: 1, toStep: 1 }], {
      category: 'ANALYZE',
      fromStep: 1,
      toStep: 1,
    }).leftOut,
  ).toBe(0)
})

it('stays within its bounds for a run of any length', () => {
  const huge = makeRun(
    Array.from({ length: 400 }, () => ['t'.repeat(4_000), 'c'.repeat(5_000), 'o'.repeat(9_000)] as const),
  )
  expect(showWhole(huge).text.length).toBeLessThan(45_000)
  const last = { category: 'EDIT', fromStep: 300, toStep: 400 } as const
  expect(
    showStage(huge, [{ category: 'ANALYZE', fromStep: 1, toStep: 299 }, last], last).text.length,
  ).toBeLessThan(60_000)
})
