import { encodeTime } from 'ulid'
import { listEntryTexts } from '../../db/entries/entry-detail.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { UserError } from '../../memory/errors.ts'
import { instantOf } from '../../memory/filter/filter-expression.ts'
import { remembered } from '../../memory/remembered.ts'
import { gradesOf, type Question } from '../../memory/studies/question.ts'
import { crossPhaseShare, hitAt, ndcgAt, reciprocalRank } from '../../memory/studies/ranking-metrics.ts'
import type { BatchWinner } from '../../memory/studies/retrieval.ts'
import type { BatchMetric } from '../../memory/studies/retrieval-terms.ts'
import type { Before } from '../../retrieval/scope.ts'
import type {
  Corpus,
  EntryRanking,
  EpisodeRanking,
  EpisodeText,
  Rank,
  Strategy,
} from '../../retrieval/strategies/strategy.ts'
import { pause, type StudyDeps } from '../study.ts'

/** Entries kept of one ranking. */
const SHOWN = 10

/** What a strategy finds for one query, measured against its labels. */
type Ask = (query: Question) => Promise<BatchWinner>

/** What strategies rank: the vectors at hand, and the texts of runs and entries as they are stored. */
export async function readCorpus(
  { store, readings, choices }: Pick<StudyDeps, 'store' | 'readings' | 'choices'>,
  projectIds: string[],
  { index, embedder }: Pick<Corpus, 'index' | 'embedder'>,
): Promise<Corpus> {
  const episodes = await listEpisodeTexts(store, projectIds)
  const entries = new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry]))
  return {
    ...{ index, embedder, episodes, entries },
    ...(readings ? { readings } : {}),
    ...(choices ? { choices } : {}),
  }
}

/** Reads the corpus once for a strategy. */
export async function prepareAsk(
  strategy: Strategy,
  corpus: Corpus,
  { projectIds, seed = 1, now }: { projectIds: readonly string[]; seed?: number; now: () => number },
): Promise<Ask> {
  requireItems(strategy, corpus.episodes)
  const rank: Rank = await strategy.prepare(corpus)
  return async (query) => {
    const before = momentOf(query, corpus.episodes)
    const startedAt = now()
    const { hits } = await rank({
      text: query.text,
      category: query.category ?? null,
      scope: { projectIds, withoutInstance: query.id, before },
      seed,
      limit: null,
    })
    return measure(query, hits, now() - startedAt, corpus)
  }
}

/** A strategy that ranks nothing has no metrics, and 0 would be one. Throws UserError `no-items`. */
export function requireItems({ name, needs }: Strategy, episodes: readonly EpisodeText[]): void {
  if (needs === 'items' && !episodes.some(({ items = [] }) => items.length > 0))
    throw new UserError('no-items', `${name} ${NO_ITEMS}.`, {
      hint: 'Take another strategy.',
      status: 409,
      place: 'strategies',
    })
}

/** Why a memory cannot be asked by a strategy that needs items. */
export const NO_ITEMS = 'ranks runs by items that a model wrote of them, and none has any here'

/** Asks one memory by a strategy. */
export type AskWith = (query: Question, strategy: Strategy) => ReturnType<Ask>

/** Asks one memory; each strategy, with its parameters, is prepared over it once. */
export function createAsk(corpus: Corpus, options: Parameters<typeof prepareAsk>[2]): AskWith {
  const asks = new Map<string, Promise<Ask>>()
  return async (query, strategy) => {
    await pause()
    const key = `${strategy.name} ${JSON.stringify(strategy.parameters)}`
    try {
      const ask = await remembered(asks, key, () => prepareAsk(strategy, corpus, options))
      return await ask(query)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const { code, message, hint, status } = error
      throw new UserError(code, `Question ${query.id}: ${message}`, { hint, status })
    }
  }
}

/** The places of a ranking, of entries or of episodes. */
type Hits = EntryRanking['hits'] | EpisodeRanking['hits']

function measure(query: Question, ranked: Hits, tookMs: number, { index }: Corpus): BatchWinner {
  const ranking = instancesOf(ranked)
  const grades = gradesOf(query)
  const relevant = new Set(grades.keys())
  const ndcg = ndcgAt(ranking, grades)
  const values: Record<BatchMetric, number> | null =
    ndcg === null
      ? null
      : {
          hitAt1: hitAt(ranking, relevant, 1),
          hitAt3: hitAt(ranking, relevant, 3),
          hitAt5: hitAt(ranking, relevant, 5),
          hitAt10: hitAt(ranking, relevant, 10),
          mrr: reciprocalRank(ranking, relevant),
          ndcgAt10: ndcg,
        }
  const crossPhase = query.category
    ? crossPhaseShare(injectedCategories(ranked[0], index), query.category)
    : null
  const score = ranked[0]?.score ?? null
  const instanceId = ranking[0] ?? null
  return { entryIds: firstEntries(ranked), instanceId, score, values, crossPhase, tookMs }
}

/** Entries of the first places; an episode stands for its first items. */
function firstEntries(ranked: Hits): string[] {
  const ids: string[] = []
  for (const hit of ranked) {
    if (ids.length >= SHOWN) break
    ids.push(...injectedBy(hit))
  }
  return ids.slice(0, SHOWN)
}

/** Instances in order of their first occurrence; what has no instance (made by hand) cannot be labelled and drops out. */
function instancesOf(ranked: Hits): string[] {
  return [...new Set(ranked.flatMap(({ instanceId }) => instanceId ?? []))]
}

/** Categories of what the first place would inject. */
function injectedCategories(first: Hits[number] | undefined, index: Corpus['index']): string[] {
  if (!first) return []
  return 'entryIds' in first ? first.entryIds.flatMap((id) => index.categoryOf(id) ?? []) : [first.category]
}

/** What a place would inject: one entry, or an episode's first items. */
function injectedBy(hit: Hits[number]): readonly string[] {
  return 'entryIds' in hit ? hit.entryIds : [hit.id]
}

/** A ULID begins below 8: its time has 48 bits. */
const ENTRY_ID = /^m_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The moment a query was asked at; null = it may see everything. */
export function momentOf(
  { id, before }: Pick<Question, 'id' | 'before'>,
  episodes: readonly EpisodeText[],
): Before | null {
  if (before === undefined || before === null) return null
  if (typeof before === 'number') return { position: before }
  if (ENTRY_ID.test(before)) return { id: before }
  const first = episodes
    .filter((episode) => episode.instanceId === before)
    .sort((a, b) => a.position - b.position)[0]
  if (first) return { position: first.position }
  const atMs = instantOf(before.replace(' ', 'T'))?.from.getTime() ?? -1
  if (atMs >= 0) return { id: `m_${encodeTime(atMs, 10)}` }
  throw new UserError('unknown-moment', `Query ${id}: "before" is ${JSON.stringify(before).slice(0, 80)}.`, {
    hint: 'Give a place in the stream (a number from 0), an entry id, the id of an instance in the project, or an ISO time.',
    place: `${id}, before`,
  })
}
