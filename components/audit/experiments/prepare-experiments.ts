import { isSignificant } from '../../../lib/memory/statistics/compare.ts'
import type { TwoRuns } from '../../../lib/memory/studies/outcomes/compare-two.ts'
import type { ArmRow, ExperimentsReport, RunRow } from '../../../lib/memory/studies/outcomes/report.ts'
import { isDemonstration, VANILLA } from '../../../lib/memory/studies/outcomes/run.ts'
import type { Waterfall } from '../../../lib/memory/studies/outcomes/waterfall.ts'
import type { Cell, Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'

/** The pair that is shown before anybody chose: an arm and its twin, else the last two that were brought in; null below two runs. */
export function usualPair(runs: readonly RunRow[]): { base: string; variant: string } | null {
  const known = runs.filter((run) => run.known > 0)
  const own = known.filter((run) => !isDemonstration(run))
  const among = own.length > 1 ? own : known
  for (const variant of among) {
    const base = among.find(({ arm, setting }) => arm === VANILLA && setting === variant.setting)
    if (base && variant.arm !== VANILLA) return { base: base.id, variant: variant.id }
  }
  const [base, variant] = among.slice(-2)
  return base && variant ? { base: base.id, variant: variant.id } : null
}

/** Runs of an arm that are drawn one by one; of more, their mean and interval alone. */
const MOST_DRAWN = 12

/** Each run, the mean of an arm's runs and Student's interval over them. */
export function armsFigure(arms: readonly ArmRow[]): Rows {
  return {
    kind: 'rows',
    name: 'results-runs',
    title: 'Share of instances resolved, by setting and arm',
    subtitle: 'mean over the runs of an arm, 95 % over runs; runs differ by order and sampling, not by task',
    label: 'arm',
    x: { name: 'resolved %', unit: 'percent' },
    rows: settingsOf(arms).flatMap(({ setting, arms: own }) =>
      own.map(({ arm, pass, runs, reach }) => ({
        name: arm,
        group: setting,
        value: 100 * pass.mean,
        low: pass.interval && 100 * pass.interval.low,
        high: pass.interval && 100 * pass.interval.high,
        role: arm === VANILLA ? ('other' as const) : ('main' as const),
        ...(runs.length > 1 && runs.length <= MOST_DRAWN
          ? { draws: runs.map(({ share }) => 100 * share) }
          : {}),
        cells: {
          runs: pass.runs,
          'sample sd': pass.sd && 100 * pass.sd,
          'best run': reach?.best ?? null,
          'union of runs': reach?.union ?? null,
          'instances all runs know': reach?.of ?? null,
        },
      })),
    ),
  }
}

/** Settings in the order in which their first run came, each with its arms, no memory first. */
function settingsOf(arms: readonly ArmRow[]): { setting: string; arms: ArmRow[] }[] {
  return [...Map.groupBy(arms, ({ setting }) => setting)].map(([setting, own]) => ({
    setting,
    arms: [...own].sort((a, b) => Number(b.arm === VANILLA) - Number(a.arm === VANILLA)),
  }))
}

/** Each arm less its runs without memory, and in the table all that stands behind it. */
export function twinsFigure({ twins }: ExperimentsReport): Rows {
  return {
    kind: 'rows',
    name: 'results-arms',
    title: 'Gain over no memory, by arm',
    subtitle: `percentage points over the same instances, 95 % interval; p Holm-adjusted over the arms that nobody planned${twins.some((row) => row.isDemonstration) ? ', those of the demonstration apart' : ''}`,
    label: 'arm',
    x: { name: 'gain pp', unit: 'points' },
    references: [{ axis: 'x', value: 0, name: 'no memory' }],
    rows: twins.map((row) => ({
      name: row.arm,
      group: row.setting,
      value: row.gainPp,
      low: row.low,
      high: row.high,
      isPrimary: row.isPlanned,
      role: isSignificant(row) ? ('main' as const) : ('other' as const),
      cells: {
        'by repository, low': row.clustered?.low ?? null,
        'by repository, high': row.clustered?.high ?? null,
        p: row.p,
        'Holm p': row.adjustedP,
        'Welch p over runs': row.welch?.p ?? null,
        'permutation p over runs': row.permutationP,
        instances: row.n,
        runs: row.runs,
        'runs without memory': row.vanillaRuns,
        'only with the arm': row.onlyArm.length,
        'only without memory': row.onlyVanilla.length,
        'US dollars per additional solve': row.perSolveUsd,
        plan: row.isPlanned ? 'planned' : 'exploratory',
      },
    })),
  }
}

/** The arms of the method in order, each less the one before it. */
export function waterfallFigure({ setting, n, steps }: Waterfall, place: number): Rows {
  return {
    kind: 'rows',
    name: `results-steps-${place + 1}`,
    title: 'From no memory to the whole method, each arm less the one before',
    subtitle: `${setting}, ${n} instances that every arm knows; percentage points, 95 % interval, exploratory`,
    label: 'arm',
    x: { name: 'change pp', unit: 'points' },
    references: [{ axis: 'x', value: 0, name: 'no change' }],
    rows: steps.map(({ arm, is, share, change }) => ({
      name: arm,
      value: change?.pp ?? null,
      low: change?.low ?? null,
      high: change?.high ?? null,
      role: 'main' as const,
      says: `${(100 * share).toFixed(1)} %`,
      cells: { 'what it is': is, 'resolved %': 100 * share },
    })),
  }
}

export function repositoryTable({ repositories }: TwoRuns): Cell[][] {
  return tableOf(repositories, {
    repository: ({ name }) => name,
    instances: ({ n }) => n,
    gained: ({ gained }) => gained,
    lost: ({ lost }) => lost,
  })
}
