import type { JudgementRow } from '../db/judgements.ts'
import { type BatchReport, type BatchRow, type JudgedReport, questionKey } from '../memory/batch.ts'
import { hitAt, ndcgAt, reciprocalRank } from '../memory/metrics.ts'
import {
  bootstrapInterval,
  createRandom,
  mean,
  seedFrom,
  shuffled,
  weightedKappa,
} from '../memory/statistics.ts'

/** Candidates of each strategy that are judged. */
const POOL_DEPTH = 5
export const GRADES = 4

/** One pair to judge, without a word about who found it. */
export interface JudgingPair {
  queryId: string
  queryText: string
  category: BatchRow['query']['category'] | null
  entryId: string
}

/**
 * The pairs of a batch to judge: the first candidates of all strategies, each once, in an order drawn by the judge's name,
 * so that place says nothing and two judges do not tire at the same pair. Queries stay together.
 */
export function judgingPool(report: BatchReport, judge: string): JudgingPair[] {
  const random = createRandom(seedFrom(judge))
  return shuffled(report.rows, random).flatMap(({ query, winners }) => {
    const pooled = new Set(Object.values(winners).flatMap(({ entryIds }) => entryIds.slice(0, POOL_DEPTH)))
    return shuffled([...pooled].sort(), random).map((entryId) => ({
      queryId: questionKey(query),
      queryText: query.text,
      category: query.category ?? null,
      entryId,
    }))
  })
}

/** Metrics over the questions whose whole pool is judged: a pair's grade is the mean of its judges, 0 where nothing helped. */
export function judgedReport(report: BatchReport, judgements: readonly JudgementRow[]): JudgedReport | null {
  if (judgements.length === 0) return null
  const grades = gradesByPair(judgements)
  const gradesOf = ({ query }: BatchRow, pooled: readonly string[]) =>
    new Map(
      pooled.flatMap((entryId) => {
        const grade = grades.get(pairKey(questionKey(query), entryId))
        return grade === undefined || grade === 0 ? [] : [[entryId, grade] as const]
      }),
    )
  const pools = report.rows.map((row) => {
    const pooled = Object.values(row.winners).flatMap(({ entryIds }) => entryIds.slice(0, POOL_DEPTH))
    return { row, pooled: [...new Set(pooled)] }
  })
  // Half a pool would favour whoever's candidates came first.
  const usable = pools
    .filter(({ row, pooled }) => pooled.every((id) => grades.has(pairKey(questionKey(row.query), id))))
    .map(({ row, pooled }) => ({ row, grades: gradesOf(row, pooled) }))
  const pairCount = pools.reduce((sum, { pooled }) => sum + pooled.length, 0)
  const judgedCount = pools.reduce(
    (sum, { row, pooled }) =>
      sum + pooled.filter((id) => grades.has(pairKey(questionKey(row.query), id))).length,
    0,
  )
  return {
    judges: [...new Set(judgements.map(({ by }) => by))],
    pairCount,
    unjudgedCount: pairCount - judgedCount,
    kappa: kappaOf(judgements),
    rows: report.strategies.map((strategy) => {
      const rankingOf = (row: BatchRow) => (row.winners[strategy]?.entryIds ?? []).slice(0, POOL_DEPTH)
      const over = (value: (ranking: string[], grades: Map<string, number>) => number) =>
        usable.map(({ row, grades: own }) => value(rankingOf(row), own))
      const ndcg = over((ranking, own) => ndcgAt(ranking, own, POOL_DEPTH) ?? 0)
      const interval = bootstrapInterval(ndcg, {
        random: createRandom(seedFrom(strategy)),
        resamples: 2_000,
        clusters: usable.map(({ row }) => row.query.id),
      })
      const firstGrades = usable.flatMap(({ row }) => {
        const [first] = rankingOf(row)
        return first === undefined ? [] : (grades.get(pairKey(questionKey(row.query), first)) ?? [])
      })
      return {
        strategy,
        n: usable.length,
        hitAt1: mean(over((ranking, own) => hitAt(ranking, new Set(own.keys()), 1))),
        mrr: mean(over((ranking, own) => reciprocalRank(ranking, new Set(own.keys())))),
        ndcgAt5: mean(ndcg),
        gradeAt1: mean(firstGrades),
        ci: { ndcgAt5: interval && [interval.low, interval.high] },
      }
    }),
  }
}

/** Mean grade of each judged pair, by `pairKey`. */
function gradesByPair(judgements: readonly JudgementRow[]): Map<string, number> {
  const all = new Map<string, number[]>()
  for (const { queryId, entryId, grade } of judgements) {
    const key = pairKey(queryId, entryId)
    all.set(key, [...(all.get(key) ?? []), grade])
  }
  return new Map([...all].map(([key, values]) => [key, mean(values) ?? 0]))
}

function pairKey(queryId: string, entryId: string): string {
  return `${entryId} ${queryId}`
}

/** Agreement of the two judges who share the most pairs; null while no two share any. */
function kappaOf(judgements: readonly JudgementRow[]): JudgedReport['kappa'] {
  const judges = [...new Set(judgements.map(({ by }) => by))]
  const byJudge = new Map(
    judges.map((judge) => [
      judge,
      new Map(
        judgements
          .filter(({ by }) => by === judge)
          .map(({ queryId, entryId, grade }) => [pairKey(queryId, entryId), grade]),
      ),
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
