import { expect, it } from 'vitest'
import { runOf } from './fixtures/run.ts'
import { reportExperiments } from './report.ts'
import type { ExperimentRun } from './run.ts'
import { waterfallsOf } from './waterfall.ts'

const run = (arm: string, marks: (0 | 1 | null)[], costUsd: number | null = null): ExperimentRun => ({
  ...{ id: `${arm} ${marks.join('')}`, arm, backbone: 'm', scaffold: 's', version: '1', seed: null },
  ...{ source: 'imported' as const, fileName: 'f', warnings: [] },
  results: marks.map((mark, i) => ({
    instanceId: `r__r-${i}`,
    resolved: mark === null ? null : mark === 1,
    ...{ position: i, steps: null, tokens: null, costUsd, storeSizes: null },
  })),
})

it('sets one arm after the other over what every arm knows, each change paired; worked out by hand', () => {
  const runs = [
    run('subtask', [1, 1, 1, 0, null]),
    run('vanilla', [1, 0, 0, 0, 1]),
    run('instance', [1, 1, 0, 0, 1]),
    run('something else', [1, 1, 1, 1, 1]),
  ]
  const [waterfall] = waterfallsOf(runs, { resamples: 200 })
  expect(waterfall).toMatchObject({ setting: 'm · s 1', n: 4 })
  expect(waterfall?.steps.map(({ arm, share, change }) => [arm, share, change?.pp ?? null])).toEqual([
    ['vanilla', 0.25, null],
    ['instance', 0.5, 25],
    ['subtask', 0.75, 25],
  ])
})

it('says nothing of a setting without runs without memory, or with a pair only', () => {
  expect(waterfallsOf([run('instance', [1, 0]), run('raw', [1, 0]), run('subtask', [1, 1])])).toEqual([])
  expect(waterfallsOf([run('vanilla', [1, 0]), run('subtask', [1, 1])])).toEqual([])
})

it('gives what an additional solve costs only where the gain can be told and both sides report cost', () => {
  const many = (share: number) => Array.from({ length: 60 }, (_, i): 0 | 1 => (i < 60 * share ? 1 : 0))
  const [told] = reportExperiments([run('vanilla', many(0.3), 1), run('subtask', many(0.8), 2)]).twins
  expect(told?.perSolveUsd).toBeCloseTo(2, 9) // one dollar more an instance, half an instance more
  const [unknown] = reportExperiments([run('vanilla', many(0.3)), run('subtask', many(0.8), 2)]).twins
  expect(unknown?.perSolveUsd).toBeNull()
  const [same] = reportExperiments([run('vanilla', many(0.3), 1), run('subtask', many(0.3), 2)]).twins
  expect(same?.perSolveUsd).toBeNull()
})

it('an arm whose runs have no verdict yet is no arm: the others fall without it', () => {
  const ids = ['a', 'b', 'c']
  const of = (arm: string, value: (i: number) => boolean | null) =>
    runOf({ arm }, Object.fromEntries(ids.map((id, i) => [id, value(i)])))
  const known = [of('vanilla', () => false), of('instance', (i) => i > 1), of('subtask', (i) => i > 0)]
  const [with_] = waterfallsOf([...known, of('raw', () => null)], { resamples: 50 })
  expect(with_).toEqual(waterfallsOf(known, { resamples: 50 })[0])
  expect(with_?.steps.map(({ arm }) => arm)).toEqual(['vanilla', 'instance', 'subtask'])
})
