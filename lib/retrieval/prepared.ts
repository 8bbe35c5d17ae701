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
 * Strategies prepared once for a state of the memory: whole texts are read and counted or embedded when something has
 * changed, not at every question; by `reader`, which may wait longer than who asks.
 */
export function createPreparedCache(
  embedder: Embedder,
  source: CorpusSource,
  reader = embedder,
  once = createRevisionCache(MOST_KEPT),
): Prepare {
  return (strategy, index, { projectIds }) => {
    const texts = async (): Promise<Pick<Corpus, 'episodes' | 'entries'>> => ({
      episodes:
        strategy.unit === 'episode'
          ? await once(index, projectIds, 'episodes', () => source.episodes(projectIds))
          : [],
      entries:
        strategy.reads === 'entries'
          ? await once(
              index,
              projectIds,
              'entries',
              async () => new Map((await source.entries(projectIds)).map((entry) => [entry.id, entry])),
            )
          : new Map<string, EntryText>(),
    })
    return once(index, projectIds, `${strategy.name} ${JSON.stringify(strategy.parameters)}`, async () => {
      const { episodes, entries } = await texts()
      const { choices } = source
      return await strategy.prepare({
        ...{ index, embedder, reader, episodes, entries },
        ...(choices ? { choices } : {}),
      })
    })
  }
}
