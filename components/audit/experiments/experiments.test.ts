import { expect, it } from 'vitest'
import { reportExperiments } from '../../../lib/memory/experiments/report.ts'
import type { ExperimentRun } from '../../../lib/memory/experiments/run.ts'
import { reportVerdict } from '../../../lib/memory/experiments/words.ts'
import { drawArms } from './draw-experiments.ts'
import { armTable, settingsOf, twinTable, usualPair } from './prepare-experiments.ts'

const run = (id: string, names: Partial<ExperimentRun>, resolved: boolean[]): ExperimentRun => ({
  id,
  arm: 'vanilla',
  backbone: 'm',
  scaffold: 's',
  version: null,
  seed: null,
  source: 'imported',
  fileName: `${id}.jsonl`,
  warnings: [],
  ...names,
  results: resolved.map((value, i) => ({
    instanceId: `a__a-${i}`,
    resolved: value,
    position: null,
    steps: null,
    tokens: null,
    costUsd: null,
    storeSizes: null,
  })),
})
const runs = [
  run('sub', { arm: 'subtask' }, [true, true, false, true]),
  run('van', {}, [true, false, false, true]),
  run('van2', { seed: '2' }, [true, true, false, true]),
  run('other', { backbone: 'n', arm: 'not named' }, [true, true, true, true]),
]
const report = reportExperiments(runs, { resamples: 500 })

it('shows an arm beside its twin first, else the last two', () => {
  expect(usualPair(report.runs)).toEqual({ base: 'van', variant: 'sub' })
  expect(usualPair(report.runs.slice(-2))).toEqual({ base: 'van2', variant: 'other' })
  expect(usualPair(report.runs.slice(-1))).toBeNull()
})

it('puts no memory first in each setting, and every run is a dot at its share', () => {
  expect(settingsOf(report.arms).map(({ setting, arms }) => [setting, arms.map(({ arm }) => arm)])).toEqual([
    ['m · s', ['vanilla', 'subtask']],
    ['n · s', ['not named']],
  ])
  const dots = drawArms(report.arms, 680).marks.filter(({ kind }) => kind === 'circle')
  expect(dots.map((dot) => 'label' in dot && dot.label)).toEqual([
    'm · s, vanilla: 50.0 %',
    'm · s, vanilla, seed 2: 75.0 %',
    'm · s, subtask: 75.0 %',
    'n · s, not named: 100.0 %',
  ])
})

it('has the same numbers as tables, an unknown spread empty', () => {
  expect(armTable(report.arms)).toMatchInlineSnapshot(`
    [
      [
        "setting",
        "arm",
        "runs",
        "mean %",
        "sample sd",
        "95 % low",
        "95 % high",
        "best run",
        "union of runs",
        "instances all runs know",
      ],
      [
        "m · s",
        "subtask",
        1,
        75,
        null,
        null,
        null,
        3,
        3,
        4,
      ],
      [
        "m · s",
        "vanilla",
        2,
        62.5,
        17.67766952966369,
        0,
        100,
        3,
        3,
        4,
      ],
      [
        "n · s",
        "not named",
        1,
        100,
        null,
        null,
        null,
        4,
        4,
        4,
      ],
    ]
  `)
  expect(twinTable(report)).toMatchInlineSnapshot(`
    [
      [
        "setting",
        "arm",
        "instances",
        "runs",
        "vanilla runs",
        "gain pp",
        "95 % low",
        "95 % high",
        "Holm p",
        "Welch p over runs",
        "permutation p over runs",
        "only arm",
        "only vanilla",
        "US dollars per additional solve",
        "decided",
      ],
      [
        "m · s",
        "subtask",
        4,
        1,
        2,
        12.5,
        0,
        37.5,
        1,
        null,
        1,
        0,
        0,
        null,
        "looked at",
      ],
    ]
  `)
  expect(reportVerdict(report)).toMatchInlineSnapshot(
    `"4 runs brought in; of 1 arms paired with no memory none can be told from it."`,
  )
})
