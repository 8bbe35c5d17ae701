import type { Category } from '../memory/category.ts'
import type { Unrelated } from '../memory/retrieval.ts'
import type { CosineIndex, IndexRow, PoolFilter } from './cosine-index.ts'
import { type Scope, scopeFilter } from './scope.ts'

/** Fewer unrelated questions than this cannot tell 5 of 100 from luck: then there is no verdict (ours). */
const ENOUGH_QUESTIONS = 40
/** Unrelated questions put to one pool. */
const MOST_QUESTIONS = 100
/** Unrelated questions above the mark of the picture (ours). */
const HIGH_SHARE = 0.2
const BIN_FROM = -0.2
const BIN_WIDTH = 0.04
const BIN_COUNT = 30

/** A question of some other task, as a vector. */
export type UnrelatedQuestion = Pick<IndexRow, 'projectId' | 'instanceId' | 'repo' | 'vector'>

/** What chance looks like for one pool: the best score in it of each of some questions that have nothing to do with it. */
export type Chance = { source: Unrelated['source'] /** Ascending. */; scores: Float64Array }

/** What unrelated questions of a category reach in the pools that are asked, see `createChanceCache`. */
export interface ChanceSource {
  chance(asked: { scope: Scope; category: Category; pools: readonly Category[] }): Promise<Chance>
}

/**
 * The best score in the pool of each unrelated question: the maximum over a pool of this size, as the winner's own score is one.
 * Questions of runs in other projects; where those are too few, of other tasks of this project, against what other repositories
 * left (else other tasks); without runs, the entries themselves stand in for questions, which is stricter: lessons are alike.
 * "Unrelated" is a guess by origin. Goes in turns, so that others are answered meanwhile.
 */
export async function chanceIn(
  index: CosineIndex,
  { scope, category, pools = [category] }: { scope: Scope; category: Category; pools?: readonly Category[] },
  questions: readonly UnrelatedQuestion[],
): Promise<Chance> {
  const outside = questions.filter(({ projectId }) => !scope.projectIds.includes(projectId))
  const asked = {
    'other-projects': outside,
    'other-tasks': [...outside, ...questions.filter(({ projectId }) => scope.projectIds.includes(projectId))],
    lessons: index
      .pool(category, scopeFilter(scope))
      .rows()
      .filter(({ instanceId }) => instanceId !== null),
  }
  const source =
    outside.length >= ENOUGH_QUESTIONS
      ? 'other-projects'
      : asked['other-tasks'].length >= ENOUGH_QUESTIONS
        ? 'other-tasks'
        : 'lessons'
  const scores: number[] = []
  const elsewhere = createElsewhere(index, scope, pools)
  for (const question of spread(asked[source], MOST_QUESTIONS)) {
    if (scores.length % 10 === 9) await new Promise((next) => setImmediate(next))
    const best = elsewhere(question)
    if (best !== null) scores.push(best)
  }
  return { source, scores: Float64Array.from(scores).sort() }
}

/** Puts a question to what others than its own repository left; to what other tasks left, where that is less than half of all. */
function createElsewhere(index: CosineIndex, scope: Scope, pools: readonly Category[]) {
  const all = scopeFilter(scope)
  const rows = pools.flatMap((pool) => index.pool(pool, all).rows())
  const sizes = new Map<string | null, number>()
  const instances = new Set<string | null>()
  for (const { repo, instanceId } of rows) {
    sizes.set(repo, (sizes.get(repo) ?? 0) + 1)
    instances.add(instanceId)
  }
  return ({ vector, repo, instanceId }: UnrelatedQuestion): number | null => {
    const byRepo = repo !== null && sizes.has(repo) && (sizes.get(repo) ?? 0) * 2 <= rows.length
    const isOwn = (row: Omit<IndexRow, 'vector'>) =>
      byRepo ? row.repo === repo : row.instanceId === instanceId
    const filter: PoolFilter =
      byRepo || instances.has(instanceId)
        ? { ...withoutKey(all), admits: (row) => (all.admits?.(row) ?? true) && !isOwn(row) }
        : all
    const best = pools.flatMap((pool) => index.pool(pool, filter).nearest(vector, 1))
    return best.length === 0 ? null : Math.max(...best.map(({ score }) => score))
  }
}

function withoutKey({ key: _, ...filter }: PoolFilter): PoolFilter {
  return filter
}

/** At most `most`, evenly from all. */
function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T)
}

/** What chance looks like in a pool, drawn, beside the best score of the question at hand. */
export function unrelatedOf({ scores, source }: Chance, best: number | null): Unrelated {
  const counts = Array.from({ length: BIN_COUNT }, () => 0)
  for (const score of scores) {
    const bin = Math.min(BIN_COUNT - 1, Math.max(0, Math.floor((score - BIN_FROM) / BIN_WIDTH)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const isEnough = scores.length >= ENOUGH_QUESTIONS
  return {
    ...{ source, counts, questionCount: scores.length, binFrom: BIN_FROM, binWidth: BIN_WIDTH },
    highFrom: isEnough ? highFrom(scores) : null,
    asHighCount: isEnough && best !== null ? scores.filter((other) => other >= best).length : null,
  }
}

/** The score that at most `HIGH_SHARE` of unrelated questions pass, one more counted among them. */
function highFrom(scores: Float64Array): number | null {
  const most = Math.floor(HIGH_SHARE * (scores.length + 1)) - 1
  return scores[scores.length - 1 - most] ?? null
}

/** From this size on a pool keeps its chance until it has grown or shrunk by a fiftieth: putting 100 questions to it takes a second. */
const LARGE_POOL = 5_000
const DRIFT = 0.02

type Asked = { scope: Scope; category: Category; pools?: readonly Category[] }

/**
 * Chances kept until the pool changes or more questions are known, the oldest forgotten above 64. Where other projects change, one
 * that fewer questions were put to than there could be is made anew. `questions` gives those of a
 * category.
 */
export function createChanceCache(
  questions: (category: Category) => Promise<readonly UnrelatedQuestion[]>,
  version: () => number = () => 0,
): (index: CosineIndex, asked: Asked) => Promise<Chance> {
  const kept = new Map<
    string,
    {
      index: CosineIndex
      revision: number
      changes: number
      isFull: boolean
      size: number
      made: Promise<Chance>
    }
  >()
  return async (index, asked) => {
    const key = JSON.stringify([asked, version()])
    const size = (asked.pools ?? [asked.category]).reduce(
      (sum, pool) => sum + index.pool(pool, scopeFilter(asked.scope)).size,
      0,
    )
    const known = kept.get(key)
    const changes = index.changesOf(asked.scope.projectIds)
    const isSame =
      known?.index === index &&
      (known.revision === index.revision || (known.isFull && known.changes === changes))
    const isNear =
      known?.index === index && size >= LARGE_POOL && Math.abs(size - known.size) <= DRIFT * known.size
    if (known && (isSame || isNear)) return await known.made
    const made = questions(asked.category).then((list) => chanceIn(index, asked, list))
    kept.delete(key)
    const one = { index, revision: index.revision, changes, isFull: false, size, made }
    kept.set(key, one)
    made.then(
      ({ source, scores }) => {
        one.isFull = source === 'other-projects' && scores.length === MOST_QUESTIONS
      },
      () => kept.get(key) === one && kept.delete(key),
    )
    const [oldest] = kept.keys()
    if (kept.size > 64 && oldest !== undefined) kept.delete(oldest)
    return await made
  }
}
