import type { Embedder } from '../llm/embedder.ts'
import type { CosineIndex } from './cosine-index.ts'
import { createRevisionCache } from './revision-cache.ts'
import type { Scope } from './scope.ts'
import type { Corpus, EntryText, EpisodeText, Rank, Strategy } from './strategies/strategy.ts'

/** What the index does not hold, as the database has it now. */
interface CorpusSource {
  episodes(projectIds: readonly string[]): Promise<EpisodeText[]>
  /** Approved entries of these projects. */
  entries(projectIds: readonly string[]): Promise<EntryText[]>
  choices?: Corpus['choices'] | undefined
}

/** Prepares a strategy for whoever sees these projects. */
type Prepare = (strategy: Strategy, index: CosineIndex, scope: Pick<Scope, 'projectIds'>) => Promise<Rank>

/** Prepared strategies and texts kept for one index. */
const MOST_KEPT = 64

/**
 * Strategies prepared once for an index and its revision: whole texts are read and counted or embedded when something has
 * changed, not at every question; by `reader`, which may wait longer than who asks. A new index (rows left the store for good) begins with nothing.
 */
export function createPreparedCache(embedder: Embedder, source: CorpusSource, reader = embedder): Prepare {
  const once = createRevisionCache(MOST_KEPT)
  return (strategy, index, { projectIds }) => {
    const whose = JSON.stringify(projectIds)
    const texts = async (): Promise<Pick<Corpus, 'episodes' | 'entries'>> => ({
      episodes:
        strategy.unit === 'episode'
          ? await once(index, `episodes ${whose}`, () => source.episodes(projectIds))
          : [],
      entries:
        strategy.reads === 'entries'
          ? await once(
              index,
              `entries ${whose}`,
              async () => new Map((await source.entries(projectIds)).map((entry) => [entry.id, entry])),
            )
          : new Map<string, EntryText>(),
    })
    return once(index, `${strategy.name} ${JSON.stringify(strategy.parameters)} ${whose}`, async () => {
      const { episodes, entries } = await texts()
      const { choices } = source
      return await strategy.prepare({
        ...{ index, embedder, reader, episodes, entries },
        ...(choices ? { choices } : {}),
      })
    })
  }
}
