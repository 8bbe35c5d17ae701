import type { Intent } from '../../memory/entry.ts'
import { intentOf } from '../plan.ts'
import {
  type Corpus,
  type EntryQuery,
  type EntryRanking,
  type EntryStrategy,
  entryRanking,
  nearestEntries,
} from './strategy.ts'

/** The paper's two stages: hard filter on z, then cosine on d. */
export const subtask: EntryStrategy = {
  name: 'subtask',
  source:
    'arXiv 2602.21611, eq. (2). Ours: the embedder, the serialisation of d, and ANALYZE first for a whole task.',
  unit: 'entry',
  cosineOfDescriptions: true,
  parameters: { k: 1, floor: null },
  async prepare(corpus) {
    return (query) => twoStages(intentOf(query.text, query.category), query, corpus)
  },
}

/** arXiv 2602.21611 eq. (2): m* = argmax over m.z = z of cos(E(d), E(m.d)). Reads only. */
export async function twoStages(
  { category, description }: Intent,
  query: Pick<EntryQuery, 'scope' | 'limit' | 'floor'>,
  corpus: Pick<Corpus, 'index' | 'embedder'>,
): Promise<EntryRanking> {
  const hits = await nearestEntries([category], description, query, corpus)
  return entryRanking(hits, [category], query, corpus)
}
