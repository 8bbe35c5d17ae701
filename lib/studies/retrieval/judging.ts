import { type JudgementRow, listJudgements } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import { pagesOfRows } from '../../db/studies/studies.ts'
import type { ReviewPair } from '../../memory/review.ts'
import { estimate } from '../../memory/statistics/compare.ts'
import { createRandom, mean, seedFrom, shuffled, weightedKappa } from '../../memory/statistics.ts'
import { HELPS_FROM } from '../../memory/studies/category-filter.ts'
import { hitAt, ndcgAt, reciprocalRank } from '../../memory/studies/ranking-metrics.ts'
import {
  type BatchReport,
  type BatchRow,
  type JudgedReport,
  questionKey,
} from '../../memory/studies/retrieval.ts'
import type { Study } from '../../memory/studies/study.ts'

/** Candidates of each strategy that are judged. */
export const POOL_DEPTH = 5
const GRADES = 4

/** What judging needs of a question: its words, and the first candidates of each strategy. */
export type JudgedRow = {
  query: Pick<BatchRow['query'], 'id' | 'text' | 'category'>
  /** By strategy, at most `POOL_DEPTH`, best first. */
  candidates: Record<string, string[]>
}

/** A question as judging sees it. */
export function judgedRow({ query: { id, text, category }, winners }: BatchRow): JudgedRow {
  const candidates = Object.entries(winners).map(([name, { entryIds }]) => [
    name,
    entryIds.slice(0, POOL_DEPTH),
  ])
  return { query: { id, text, category }, candidates: Object.fromEntries(candidates) }
}

function pooled({ candidates }: JudgedRow): string[] {
  return [...new Set(Object.values(candidates).flat())]
}

/**
 * The pairs of a batch to judge: the first candidates of all strategies, each once, in an order drawn by the judge's name,
 * so that place says nothing and two judges do not tire at the same pair. Queries stay together.
 */
export function judgingPool(rows: readonly JudgedRow[], judge: string): ReviewPair[] {
  const random = createRandom(seedFrom(judge))
  return shuffled(rows, random).flatMap((row) => {
    const { query } = row
    return shuffled(pooled(row).sort(), random).map((entryId) => ({
      queryId: questionKey(query),
      queryText: query.text,
      category: query.category ?? null,
      entryId,
    }))
  })
}

/**
 * Metrics over the questions whose whole pool is judged: a pair's grade is the mean of its judges, 0 where nothing helped.
 * What was judged of the same question in another batch counts, other questions do not. Null when nothing was judged.
 */
export function judgedReport(
  strategies: readonly string[],
  rows: readonly JudgedRow[],
  allJudgements: readonly JudgementRow[],
): JudgedReport | null {
  const pools = rows.map((row) => ({ row, queryId: questionKey(row.query), pool: pooled(row) }))
  const pairs = new Set(
    pools.flatMap(({ queryId, pool }) => pool.map((entryId) => pairKey({ queryId, entryId }))),
  )
  const judgements = allJudgements.filter((one) => pairs.has(pairKey(one)))
  if (judgements.length === 0) return null
  const grades = gradesByPair(judgements)
  const gradesOf = (queryId: string, pool: readonly string[]) =>
    new Map(
      pool.flatMap((entryId) => {
        const grade = grades.get(pairKey({ queryId, entryId }))
        return grade === undefined || grade === 0 ? [] : [[entryId, grade] as const]
      }),
    )
  // Half a pool would favour whoever's candidates came first.
  const usable = pools
    .filter(({ queryId, pool }) => pool.every((entryId) => grades.has(pairKey({ queryId, entryId }))))
    .map(({ row, queryId, pool }) => ({ row, queryId, grades: gradesOf(queryId, pool) }))
  return {
    judges: [...new Set(judgements.map(({ by }) => by))],
    pairCount: pairs.size,
    unjudgedCount: pairs.size - grades.size,
    kappa: kappaOf(judgements),
    rows: strategies.map((strategy) => {
      const rankingOf = (row: JudgedRow) => row.candidates[strategy] ?? []
      const over = (value: (ranking: string[], grades: Map<string, number>) => number) =>
        usable.map(({ row, grades: own }) => value(rankingOf(row), own))
      const ndcg = over((ranking, own) => ndcgAt(ranking, own, POOL_DEPTH) ?? 0)
      const clusters = usable.map(({ row }) => row.query.id)
      const { ci } = estimate(strategy, ndcg, { seed: 0, resamples: 2_000, clusters })
      const firstGrades = usable.flatMap(({ row, queryId }) => {
        const [entryId] = rankingOf(row)
        return entryId === undefined ? [] : (grades.get(pairKey({ queryId, entryId })) ?? [])
      })
      return {
        strategy,
        n: usable.length,
        hitAt1: mean(over((ranking, own) => hitAt(ranking, helping(own), 1))),
        mrr: mean(over((ranking, own) => reciprocalRank(ranking, helping(own)))),
        ndcgAt5: mean(ndcg),
        gradeAt1: mean(firstGrades),
        ci: { ndcgAt5: ci },
      }
    }),
  }
}

/** Entries whose mean grade says that they help; one judge who finds a thing near makes no help of it. */
function helping(grades: ReadonlyMap<string, number>): Set<string> {
  return new Set([...grades].flatMap(([id, grade]) => (grade >= HELPS_FROM ? [id] : [])))
}

/** Mean grade of each judged pair, by `pairKey`. */
function gradesByPair(judgements: readonly JudgementRow[]): Map<string, number> {
  const all = Map.groupBy(judgements, pairKey)
  return new Map([...all].map(([key, own]) => [key, mean(own.map(({ grade }) => grade)) ?? 0]))
}

/** The name of a pair: a question and a lesson. */
export function pairKey({ queryId, entryId }: { queryId: string; entryId: string }): string {
  return `${entryId} ${queryId}`
}

/** Agreement of the two judges who share the most pairs; null while no two share any. */
function kappaOf(judgements: readonly JudgementRow[]): JudgedReport['kappa'] {
  const judges = [...new Set(judgements.map(({ by }) => by))]
  const byJudge = new Map(
    judges.map((judge) => [
      judge,
      new Map(judgements.filter(({ by }) => by === judge).map((one) => [pairKey(one), one.grade])),
    ]),
  )
  const pairs = judges.flatMap((a, i) =>
    judges.slice(i + 1).map((b) => {
      const [ofA, ofB] = [byJudge.get(a) ?? new Map(), byJudge.get(b) ?? new Map()]
      const shared = [...ofA.keys()].filter((key) => ofB.has(key))
      const value = weightedKappa(
        shared.map((key) => ofA.get(key)),
        shared.map((key) => ofB.get(key)),
        GRADES,
      )
      return { a, b, n: shared.length, value }
    }),
  )
  const most = pairs.sort((x, y) => y.n - x.n)[0]
  return most && most.n > 0 ? most : null
}

/** Judging kept batches blind. `getDone` throws where a batch is not done. */
export function createBatchJudging(store: Store, getDone: (id: string) => Promise<Study>) {
  /** The batch that was judged last, read once: it does not change any more, and a judge presses a key a second. */
  let pools: { id: string; rows: Promise<JudgedRow[]> } | null = null

  async function judgedRowsOf(id: string): Promise<JudgedRow[]> {
    if (pools?.id === id) return await pools.rows
    pools = { id, rows: readJudgedRows(store, id) }
    pools.rows.catch(() => {
      pools = null
    })
    return await pools.rows
  }

  return {
    /** What judging says of a done batch; null while nobody judged anything of its project. */
    async judgedOf(id: string): Promise<JudgedReport | null> {
      const { projectId, report } = await getDone(id)
      const judgements = await listJudgements(store, projectId ?? '', {})
      if (judgements.length === 0) return null
      return judgedReport((report as BatchReport).strategies, await judgedRowsOf(id), judgements)
    },

    /** The pairs to judge of a done batch, in the order drawn for one judge. */
    async pairsOf(id: string, by: string) {
      const { projectId } = await getDone(id)
      return { projectId, pairs: judgingPool(await judgedRowsOf(id), by) }
    },
  }
}

async function readJudgedRows(store: Store, id: string): Promise<JudgedRow[]> {
  const rows: JudgedRow[] = []
  for await (const page of pagesOfRows(store, id))
    for (const { unit, value } of page) rows.push(judgedRow({ query: unit, winners: value } as BatchRow))
  return rows
}
