import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import type { Store } from '../../db/store.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { serves } from '../../memory/entry.ts'
import { remembered } from '../../memory/remembered.ts'
import { createChanceCache } from '../chance.ts'
import { shippedFit } from '../own-fit.ts'
import { createPreparedCache } from '../prepared.ts'
import type { RetrievalDeps } from '../retrieve.ts'
import { createRunQuestions } from '../run-questions.ts'
import { createBackgroundCache } from '../unrelated-pairs.ts'
import type { PicturedDeps } from './compare.ts'
import { createPastMemories, episodesOf, type PastMemory } from './past-memory.ts'

/** What answers are made of, over the memory as it was: the same functions, other rows. */
export function createPastAnswers(
  store: Store,
  embedder: Embedder,
  present: Pick<RetrievalDeps, 'steps' | 'items' | 'now'>,
) {
  const pastMemory = createPastMemories(store, embedder)
  const questions = createRunQuestions(store, embedder)
  const ready = new WeakMap<PastMemory, Omit<PicturedDeps, 'projectScope'>>()

  return async (
    projectIds: readonly string[],
    asOf: string,
  ): Promise<{ deps: PicturedDeps; goneCount: number }> => {
    const past = await pastMemory(projectIds, asOf)
    const known = remembered(ready, past, () => depsOf(past))
    const live = [...past.entries.values()].filter(
      ({ lifecycle, beside }) => lifecycle !== 'purged' && !beside,
    ).length
    const projectScope = async () => ({ scope: { projectIds }, all: live, inScope: live })
    return { deps: { ...known, projectScope }, goneCount: past.goneCount }
  }

  function depsOf(past: PastMemory): Omit<PicturedDeps, 'projectScope'> {
    const { index, entries } = past
    const approved = [...entries.values()].filter(serves)
    const background = createBackgroundCache()
    const chance = createChanceCache(questions.of, questions.version)
    const prepare = createPreparedCache(embedder, {
      episodes: async (projectIds) => episodesOf(past, await listEpisodeTexts(store, [...projectIds])),
      entries: async () => approved,
    })
    return {
      ...present,
      index,
      embedder,
      entries: async (ids) => ids.flatMap((id) => entries.get(id) ?? []),
      prepared: (strategy, scope) => prepare(strategy, index, scope),
      background: (scope) => background(index, scope),
      chance: (asked) => chance(index, asked),
      // What was judged by then, nobody asks: the fit that ships is of no time.
      verdictFit: async () => shippedFit(embedder.id),
      openFindings: () => [], // what was open then, nobody kept
    }
  }
}
