import { expect, it } from 'vitest'
import { type ExperimentTerms, type RecordedEpisode, reportExperiment } from './report.ts'

const terms: ExperimentTerms = {
  ...{
    name: 'mini',
    frozenAt: '2026-11-27T22:00:00.000Z',
    planSha256: '0'.repeat(64),
    model: 'm',
    with: 'handover',
  },
  ...{
    arms: ['vanilla', 'subtask'],
    seeds: 1,
    tasks: 4,
    block: 2,
    steps: 12,
    primary: { arm: 'subtask', base: 'vanilla' },
  },
}
const episode = (
  arm: string,
  position: number,
  resolved: boolean,
  density: number | null,
): RecordedEpisode => ({
  ...{
    name: `${arm}-${position}`,
    arm,
    seed: 1,
    position,
    task: `t-${position}`,
    group: null,
    resolved,
    reason: '',
  },
  ...{ steps: 4, density, isTreated: density !== null && density > 0, costUsd: null },
})

it('each episode of the planned arm is held against its twin; one without a twin is left out', () => {
  const report = reportExperiment(terms, [
    ...[true, false, false].map((resolved, i) => episode('vanilla', i, resolved, null)),
    ...[false, false, true, true].map((resolved, i) => episode('subtask', i, resolved, [0, 0, 2, 2][i] ?? 0)),
  ])
  expect(report.primary).toMatchObject({ pairs: 3, gainPp: 0 })
  expect(report.stream?.points.map(({ value }) => value)).toEqual([-1, -1, 0])
  expect(report.density.map(({ name, n, gainPp }) => [name, n, gainPp])).toEqual([
    ['0', 2, -50],
    ['1 to 4', 1, 100],
  ])
  expect(report.treated).toEqual({ n: 1, gainPp: 100 })
  expect(report.arms[1]).toMatchObject({ n: 4, resolved: 2 })
})

it('nothing is concluded where nothing is paired', () => {
  const report = reportExperiment(terms, [episode('subtask', 0, true, 0)])
  expect(report).toMatchObject({ primary: null, density: [], stream: null, treated: { n: 0, gainPp: null } })
})
