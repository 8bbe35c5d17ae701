import type { TwoRuns } from '../../../lib/memory/experiments/compare-two.ts'
import { planOf } from '../../../lib/memory/experiments/plan.ts'
import type { ArmRow, ExperimentsReport, RunRow } from '../../../lib/memory/experiments/report.ts'
import { VANILLA } from '../../../lib/memory/experiments/run.ts'
import type { Waterfall } from '../../../lib/memory/experiments/waterfall.ts'
import type { Cell } from '../../charts/cell.ts'

/** The pair that is shown before anybody chose: an arm and its twin, else the last two that were brought in; null below two runs. */
export function usualPair(runs: readonly RunRow[]): { base: string; variant: string } | null {
  const imported = runs.filter(({ source, known }) => source === 'imported' && known > 0)
  const among = imported.length > 1 ? imported : runs.filter(({ known }) => known > 0)
  for (const variant of among) {
    const base = among.find(({ arm, setting }) => arm === VANILLA && setting === variant.setting)
    if (base && variant.arm !== VANILLA) return { base: base.id, variant: variant.id }
  }
  const [base, variant] = among.slice(-2)
  return base && variant ? { base: base.id, variant: variant.id } : null
}

/** Settings in the order in which their first run came, each with its arms, no memory first. */
export function settingsOf(arms: readonly ArmRow[]): { setting: string; arms: ArmRow[] }[] {
  return [...Map.groupBy(arms, ({ setting }) => setting)].map(([setting, own]) => ({
    setting,
    arms: [...own].sort((a, b) => Number(b.arm === VANILLA) - Number(a.arm === VANILLA)),
  }))
}

export function armTable(arms: readonly ArmRow[]): Cell[][] {
  return [
    [
      ...['setting', 'arm', 'runs', 'mean %', 'sample sd', '95 % low', '95 % high'],
      ...['best run', 'union of runs', 'instances all runs know'],
    ],
    ...arms.map(({ setting, arm, pass, reach }) => [
      setting,
      arm,
      pass.runs,
      100 * pass.mean,
      pass.sd === null ? null : 100 * pass.sd,
      pass.interval ? 100 * pass.interval.low : null,
      pass.interval ? 100 * pass.interval.high : null,
      ...[reach?.best ?? null, reach?.union ?? null, reach?.of ?? null],
    ]),
  ]
}

export function twinTable({ twins, plans }: ExperimentsReport): Cell[][] {
  return [
    [
      'setting',
      'arm',
      'instances',
      'runs',
      'vanilla runs',
      'gain pp',
      '95 % low',
      '95 % high',
      'Holm p',
      'Welch p over runs',
      'permutation p over runs',
      'only arm',
      'only vanilla',
      'US dollars per additional solve',
      'decided',
    ],
    ...twins.map((row) => [
      row.setting,
      row.arm,
      row.n,
      row.runs,
      row.vanillaRuns,
      row.gainPp,
      row.low,
      row.high,
      row.adjustedP,
      row.welch?.p ?? null,
      row.permutationP,
      row.onlyArm.length,
      row.onlyVanilla.length,
      row.perSolveUsd,
      planOf(plans, row.ids) ? 'planned' : 'looked at',
    ]),
  ]
}

export function waterfallTable({ steps }: Waterfall): Cell[][] {
  return [
    ['arm', 'adds', 'resolved %', 'change pp', '95 % low', '95 % high'],
    ...steps.map(({ arm, adds, share, change }) => [
      ...[arm, adds, 100 * share],
      ...[change?.pp ?? null, change?.low ?? null, change?.high ?? null],
    ]),
  ]
}

export function repositoryTable({ repositories }: TwoRuns): Cell[][] {
  return [
    ['repository', 'instances', 'gained', 'lost'],
    ...repositories.map(({ name, n, gained, lost }) => [name, n, gained, lost]),
  ]
}
