import { CATEGORIES } from '../../memory/category.ts'
import type { Experience } from '../../memory/entry.ts'
import { intentOf } from '../plan.ts'
import { scopeFilter } from '../scope.ts'
import { bestFirst, type EntryStrategy, entryRanking, laterFirst, nearestEntries } from './strategy.ts'

/** Recency left after one place of the stream (the paper's 0.995, which it takes per hour). */
const DECAY = 0.995

/** Recency, importance and relevance, each stretched to 0..1 over what may be seen, and added up. */
export const streamOfMemory: EntryStrategy = {
  name: 'stream-of-memory',
  after: 'Generative Agents',
  source:
    'Our reading of Generative Agents, arXiv 2304.03442: recency + importance + relevance, each min-max normalised, equal weights. Ours: recency by places in the stream instead of hours, and importance by a rule instead of a model: 1, +2 for a failure or +1 for a success that its run shows, +1 for a reason, +1 for a check.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: { decay: DECAY, recency: 1, importance: 1, relevance: 1 },
  reads: 'entries',
  async prepare(corpus) {
    return async (query) => {
      const { description } = intentOf(query.text, query.category)
      const hits = await nearestEntries(CATEGORIES, description, { ...query, limit: null }, corpus)
      const filter = scopeFilter(query.scope)
      const rows = CATEGORIES.flatMap((category) => corpus.index.pool(category, filter).rows())
      const placeIn = placesInStream(rows)
      const last = Math.max(0, ...placeIn.values())
      const recency = stretched(hits.map(({ id }) => DECAY ** (last - (placeIn.get(id) ?? 0))))
      const importance = stretched(hits.map(({ id }) => importanceOf(corpus.entries.get(id)?.experience)))
      const relevance = stretched(hits.map(({ score }) => score))
      const added = hits.map((hit, i) => ({
        ...hit,
        score: (recency[i] ?? 0) + (importance[i] ?? 0) + (relevance[i] ?? 0),
      }))
      return entryRanking(added.sort(bestFirst), CATEGORIES, query, corpus)
    }
  },
}

/** By entry id: its place in the stream; one made by hand stands where the entry made before it stands. */
function placesInStream(rows: readonly { id: string; position: number | null }[]): Map<string, number> {
  let place = 0
  return new Map(
    rows
      .toSorted(laterFirst)
      .reverse()
      .map(({ id, position }) => {
        place = position ?? place
        return [id, place]
      }),
  )
}

/** 1 to 5, by the rule that `source` states; 1 when nothing is known. */
export function importanceOf(experience: Experience | undefined): number {
  if (experience === undefined) return 1
  const shown = { avoid: 2, pattern: 1, undetermined: 0 }[experience.kind]
  return 1 + shown + (experience.because === '' ? 0 : 1) + (experience.check === '' ? 0 : 1)
}

/** Min-max over the values: 0..1; all 0 where they are equal. */
function stretched(values: readonly number[]): number[] {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return values.map((value) => (high > low ? (value - low) / (high - low) : 0))
}
