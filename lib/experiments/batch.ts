import type { BatchQuery, BatchReport, BatchRequest, BatchRow, TunedRow } from '../memory/batch.ts'
import { UserError } from '../memory/errors.ts'
import { mean, seedFrom } from '../memory/statistics.ts'
import { getStrategy } from '../retrieval/strategies/all-strategies.ts'
import { createHybrid } from '../retrieval/strategies/hybrid.ts'
import { createSoft } from '../retrieval/strategies/soft.ts'
import type { Corpus, Strategy } from '../retrieval/strategies/strategy.ts'
import { type Outcome, type ReplayOptions, reportRuns, runQueries, type StrategyRun } from './replay.ts'

/** What can be tuned: the values tried for each parameter, all looked at on one half only. */
const TUNABLE: Record<
  string,
  { parameter: string; usual: number; values: number[]; make: (value: number) => Strategy }
> = {
  hybrid: { parameter: 'w', usual: 0.2, values: [0, 0.1, 0.2, 0.3, 0.5, 0.7], make: createHybrid },
  soft: { parameter: 'τ', usual: 0.1, values: [0.02, 0.05, 0.1, 0.2, 0.5], make: createSoft },
}

/** The half of a query, by its id alone, so that it never changes with the file: 0 to tune on, 1 to report on. */
export function halfOf(id: string): 0 | 1 {
  return (seedFrom(id, 7) >>> 8) % 2 === 0 ? 0 : 1
}

/**
 * Many queries through several strategies: winners, agreement and, where there are labels, metrics with intervals. The
 * primary pair was declared in the request; parameters are chosen on one half and nothing of that half is reported.
 */
export async function runBatch(
  request: Omit<BatchRequest, 'project' | 'name' | 'by'>,
  corpus: Corpus,
  options: Pick<ReplayOptions, 'projectIds' | 'now' | 'pause'>,
): Promise<BatchReport> {
  const { queries, seed, resamples } = request
  const names = [...new Set(request.strategies)]
  const primary = declaredPair(request.primary, names)
  const tuned = request.tune ? await tuneAll(names, queries, corpus, { ...options, seed }) : []
  const strategies = names.map((name) => {
    const chosen = tuned.find(({ strategy }) => strategy === name)?.chosen
    return chosen === undefined ? getStrategy(name) : (TUNABLE[name]?.make(chosen) ?? getStrategy(name))
  })
  const runs = await runQueries(queries, strategies, corpus, { ...options, seed })
  const rows = queries.map((query, i) => rowOf(query, runs, i))
  const isHalf = tuned.length > 0
  const reported = queries.map((query) => !isHalf || halfOf(query.id) === 1)
  const kept = <T>(values: readonly T[]) => values.filter((_, i) => reported[i])
  const { strategies: metrics, paired } = reportRuns(
    kept(queries),
    runs.map((run) => ({ ...run, outcomes: kept(run.outcomes) })),
    { seed, resamples, primary },
  )
  const labelledCount = metrics[0]?.n ?? 0
  return {
    strategies: names,
    primary,
    rows,
    agreement: agreementOf(names, rows),
    metrics: labelledCount === 0 ? null : metrics,
    paired: labelledCount === 0 ? [] : paired,
    labelledCount,
    tuned,
    isHalf,
  }
}

function declaredPair(primary: BatchRequest['primary'], names: readonly string[]): [string, string] | null {
  const [a, b] = primary ?? [names[0], names[1]]
  if (a === undefined || b === undefined) return null
  if (a !== b && names.includes(a) && names.includes(b)) return [a, b]
  throw new UserError('bad-primary', 'The declared pair is not two of the strategies.', {
    hint: `Choose two of ${names.join(', ')}.`,
    place: 'primary',
  })
}

function rowOf(query: BatchQuery, runs: readonly StrategyRun[], i: number): BatchRow {
  const winners = runs.map(({ strategy, outcomes }) => {
    const { entryIds = [], ranking = [], score = null, values = null }: Partial<Outcome> = outcomes[i] ?? {}
    return [strategy, { entryIds, instanceId: ranking[0] ?? null, score, values }]
  })
  return { query, winners: Object.fromEntries(winners) }
}

function agreementOf(names: readonly string[], rows: readonly BatchRow[]): BatchReport['agreement'] {
  const winnerOf = (row: BatchRow, name: string) => row.winners[name]?.entryIds[0] ?? null
  return names.flatMap((a, i) =>
    names.slice(i + 1).map((b) => {
      const same = rows.filter((row) => winnerOf(row, a) === winnerOf(row, b)).length
      return { a, b, share: same / rows.length, n: rows.length }
    }),
  )
}

/** Chooses each tunable strategy's parameter by MRR on the tuning half; of equal values the one nearest the usual. */
async function tuneAll(
  names: readonly string[],
  queries: readonly BatchQuery[],
  corpus: Corpus,
  options: ReplayOptions,
): Promise<TunedRow[]> {
  const half = queries.filter(({ id, relevant }) => relevant.length > 0 && halfOf(id) === 0)
  const rest = queries.filter(({ id, relevant }) => relevant.length > 0 && halfOf(id) === 1)
  if (half.length < 2 || rest.length < 2)
    throw new UserError(
      'too-few-labels',
      `Tuning needs two labelled queries in each half; there are ${half.length} and ${rest.length}.`,
      { hint: 'Give more labelled queries, or leave tuning off.', place: 'tune' },
    )
  const rows: TunedRow[] = []
  for (const name of names) {
    const tunable = TUNABLE[name]
    if (!tunable) continue
    const tried: TunedRow['tried'] = []
    for (const value of tunable.values) {
      const [run] = await runQueries(half, [tunable.make(value)], corpus, options)
      tried.push({ value, mrr: mean((run?.outcomes ?? []).flatMap(({ values }) => values?.mrr ?? [])) ?? 0 })
    }
    const best = tried.toSorted(
      (a, b) => b.mrr - a.mrr || Math.abs(a.value - tunable.usual) - Math.abs(b.value - tunable.usual),
    )[0]
    const { parameter, usual } = tunable
    rows.push({ strategy: name, parameter, chosen: best?.value ?? usual, usual, tried, tuneN: half.length })
  }
  return rows
}
