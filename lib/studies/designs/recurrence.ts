import { setImmediate } from 'node:timers/promises'
import { listObjectives } from '../../db/entries/entry-detail.ts'
import { countStored } from '../../db/projects.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { clusteredWilson } from '../../memory/statistics/proportion.ts'
import { mean } from '../../memory/statistics.ts'
import type {
  Arrival,
  RecurrenceBin,
  RecurrenceReport,
  RecurrenceShare,
  RecurrenceView,
} from '../../memory/studies/recurrence.ts'
import type { CosineIndex, IndexRow } from '../../retrieval/cosine-index.ts'
import { type Scope, scopeFilter } from '../../retrieval/scope.ts'
import { type Background, ENOUGH_PAIRS } from '../../retrieval/unrelated-pairs.ts'
import type { ReadDesign } from '../read-study.ts'

/** Arrivals of one category looked at, evenly over the stream (ours: a store of 100,000 answers within seconds). */
const MOST_ARRIVALS = 400
const BINS = 8
/** Share of unrelated pairs above the floor. */
const ABOVE = 0.001
const EXAMPLES = 12

/**
 * Do later tasks meet what earlier ones left? An arriving entry recurs when its nearest earlier one of the category, from another
 * instance, fits: above 99.9 % of unrelated pairs, as in every verdict. The share that unrelated entries would give grows with the
 * pool and stands beside it. Ours; needs no outcomes and no key.
 */
export const recurrence: ReadDesign<string, RecurrenceView, RecurrenceReport> = {
  name: 'recurrence',
  plan: ({ id }) => id,
  rows: (_, { index, background, projectIds }) =>
    recurrenceStream(index, { projectIds }, background({ projectIds })),
  report: async (view, projectId, _memory, { store }) => {
    const ids = view.examples.flatMap(({ entryId, best }) => [entryId, ...(best ? [best.entryId] : [])])
    const { episodes } = await countStored(store, projectId)
    return { ...view, episodes, objectives: await listObjectives(store, ids) }
  },
}

/** Each arriving entry against those before it; of a large store evenly drawn. */
export async function recurrenceStream(
  index: CosineIndex,
  scope: Scope,
  background: Background,
): Promise<RecurrenceView> {
  const arrivals: Arrival[] = []
  let [looked, isSample] = [0, false]
  for (const category of CATEGORIES) {
    const rows = index
      .pool(category, scopeFilter(scope))
      .rows()
      .filter((row) => row.instanceId !== null)
    const step = Math.max(1, Math.ceil(rows.length / MOST_ARRIVALS))
    isSample ||= step > 1
    for (let i = 0; i < rows.length; i += step) {
      const row = rows[i]
      if (row && row.position !== null)
        arrivals.push(arrivalOf({ ...row, position: row.position }, index, scope))
      looked += 1
      if (i % (20 * step) === 0) await setImmediate()
    }
  }
  const last = Math.max(-1, ...arrivals.map(({ position }) => position))
  const { floor, pairs, seed } = floorOf(background)
  const recurs = ({ best }: Arrival) => best !== null && floor !== null && best.score > floor
  return {
    arrivals: looked,
    all: shareOf(arrivals, floor),
    byCategory: CATEGORIES.map((category) => {
      const own = arrivals.filter((one) => one.category === category)
      return { category, ...shareOf(own, floor), bins: binsOf(own, last, floor) }
    }),
    bins: binsOf(arrivals, last, floor),
    floor,
    pairs,
    seed,
    examples: arrivals
      .filter(recurs)
      .sort((a, b) => (b.best?.score ?? 0) - (a.best?.score ?? 0))
      .slice(0, EXAMPLES),
    isSample,
  }
}

function arrivalOf(row: IndexRow & { position: number }, index: CosineIndex, scope: Scope): Arrival {
  const { id, category, instanceId, position, vector } = row
  const { admits } = scopeFilter(scope)
  const earlier = index.pool(category, {
    before: id,
    admits: (other) =>
      other.instanceId !== null && other.instanceId !== instanceId && (admits?.(other) ?? true),
  })
  const [nearest] = earlier.nearest(vector, 1)
  return {
    ...{ entryId: id, category, position, earlier: earlier.size },
    best: nearest ? { score: nearest.score, entryId: nearest.id } : null,
    chance: 1 - (1 - ABOVE) ** earlier.size,
  }
}

function floorOf({ pairs, scores, seed }: Background): Pick<RecurrenceView, 'floor' | 'pairs' | 'seed'> {
  return { floor: scores.length < ENOUGH_PAIRS ? null : pairs.p999, pairs: scores.length, seed }
}

function shareOf(arrivals: readonly Arrival[], floor: number | null): RecurrenceShare {
  const n = arrivals.length
  if (n === 0 || floor === null) return { n, recurring: 0, share: null, interval: null, byChance: null }
  const marks = arrivals.map(({ best }) => best !== null && best.score > floor)
  const recurring = marks.filter(Boolean).length
  return {
    n,
    recurring,
    share: recurring / n,
    // Entries of one run are not independent.
    interval: clusteredWilson(
      marks,
      arrivals.map(({ position }) => String(position)),
    ),
    byChance: mean(arrivals.map(({ chance }) => chance)),
  }
}

function binsOf(arrivals: readonly Arrival[], last: number, floor: number | null): RecurrenceBin[] {
  const width = Math.max(1, Math.ceil((last + 1) / BINS))
  return Array.from({ length: Math.ceil((last + 1) / width) }, (_, bin) => {
    const [from, to] = [bin * width, Math.min(last, (bin + 1) * width - 1)]
    const inside = arrivals.filter(({ position }) => position >= from && position <= to)
    return { from, to, ...shareOf(inside, floor) }
  })
}
