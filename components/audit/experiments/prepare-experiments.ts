import type { TwoRuns } from '../../../lib/memory/experiments/compare-two.ts'
import { planOf } from '../../../lib/memory/experiments/plan.ts'
import type { ArmRow, ExperimentsReport, RunRow } from '../../../lib/memory/experiments/report.ts'
import { VANILLA } from '../../../lib/memory/experiments/run.ts'
import type { Waterfall } from '../../../lib/memory/experiments/waterfall.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'

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
  return tableOf(arms, {
    setting: ({ setting }) => setting,
    arm: ({ arm }) => arm,
    runs: ({ pass }) => pass.runs,
    'mean %': ({ pass }) => 100 * pass.mean,
    'sample sd': ({ pass }) => pass.sd && 100 * pass.sd,
    '95 % low': ({ pass }) => pass.interval && 100 * pass.interval.low,
    '95 % high': ({ pass }) => pass.interval && 100 * pass.interval.high,
    'best run': ({ reach }) => reach?.best,
    'union of runs': ({ reach }) => reach?.union,
    'instances all runs know': ({ reach }) => reach?.of,
  })
}

export function twinTable({ twins, plans }: ExperimentsReport): Cell[][] {
  return tableOf(twins, {
    setting: ({ setting }) => setting,
    arm: ({ arm }) => arm,
    instances: ({ n }) => n,
    runs: ({ runs }) => runs,
    'vanilla runs': ({ vanillaRuns }) => vanillaRuns,
    'gain pp': ({ gainPp }) => gainPp,
    '95 % low': ({ low }) => low,
    '95 % high': ({ high }) => high,
    'Holm p': ({ adjustedP }) => adjustedP,
    'Welch p over runs': ({ welch }) => welch?.p,
    'permutation p over runs': ({ permutationP }) => permutationP,
    'only arm': ({ onlyArm }) => onlyArm.length,
    'only vanilla': ({ onlyVanilla }) => onlyVanilla.length,
    'US dollars per additional solve': ({ perSolveUsd }) => perSolveUsd,
    decided: ({ ids }) => (planOf(plans, ids) ? 'planned' : 'looked at'),
  })
}

export function waterfallTable({ steps }: Waterfall): Cell[][] {
  return tableOf(steps, {
    arm: ({ arm }) => arm,
    'what it is': ({ is }) => is,
    'resolved %': ({ share }) => 100 * share,
    'change pp': ({ change }) => change?.pp,
    '95 % low': ({ change }) => change?.low,
    '95 % high': ({ change }) => change?.high,
  })
}

export function repositoryTable({ repositories }: TwoRuns): Cell[][] {
  return tableOf(repositories, {
    repository: ({ name }) => name,
    instances: ({ n }) => n,
    gained: ({ gained }) => gained,
    lost: ({ lost }) => lost,
  })
}
