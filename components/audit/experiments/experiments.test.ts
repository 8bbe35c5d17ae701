import { expect, it } from 'vitest'
import { reportExperiments } from '../../../lib/memory/studies/outcomes/report.ts'
import type { ExperimentRun } from '../../../lib/memory/studies/outcomes/run.ts'
import { reportVerdict } from '../../../lib/memory/studies/outcomes/words.ts'
import { figureTable } from '../../figures/figure-table.ts'
import { armsFigure, twinsFigure, usualPair } from './prepare-experiments.ts'

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

it('puts no memory first in each setting, and every run is drawn at its share', () => {
  const { rows } = armsFigure(report.arms)
  expect(rows.map(({ group, name, draws, value }) => [group, name, draws ?? value])).toEqual([
    ['m · s', 'vanilla', [50, 75]],
    ['m · s', 'subtask', 75],
    ['n · s', 'not named', 100],
  ])
})

it('has the same numbers as tables, an unknown spread empty', () => {
  const rowOf = (table: unknown[][], name: string) => {
    const [heads = [], ...rows] = table
    const row = rows.find((cells) => cells[1] === name) ?? []
    return Object.fromEntries(heads.map((head, i) => [head, row[i]]))
  }
  const arms = figureTable(armsFigure(report.arms))
  expect(rowOf(arms, 'vanilla')).toMatchObject({
    ...{ runs: 2, 'resolved %': 62.5, 'sample sd': expect.closeTo(17.678, 3), 'draw 2': 75 },
    ...{ '95 % low': 0, '95 % high': 100, 'best run': 3, 'union of runs': 3, 'instances all runs know': 4 },
  })
  expect(rowOf(arms, 'subtask')).toMatchObject({ runs: 1, 'sample sd': null, '95 % low': null })
  expect(rowOf(figureTable(twinsFigure(report)), 'subtask')).toMatchObject({
    ...{ group: 'm · s', 'gain pp': 12.5, '95 % low': 0, '95 % high': 37.5, 'Holm p': 1 },
    ...{ instances: 4, runs: 1, 'runs without memory': 2, 'Welch p over runs': null, plan: 'exploratory' },
    ...{ 'by repository, low': null, 'US dollars per additional solve': null },
  })
  expect(reportVerdict(report)).toBe('Cannot tell: subtask +12.5 pp over no memory.')
})
