import type { Embedder, TaskText } from '../../llm/embedder.ts'
import type { Category } from '../../memory/category.ts'
import { createRandom, shuffled } from '../../memory/statistics.ts'
import type { Asked, Given } from '../../memory/studies/stream-schema.ts'
import type { StreamStrategy } from '../../memory/studies/stream-strategies.ts'
import { CosineIndex, type IndexRow } from '../../retrieval/cosine-index.ts'
import type { KnownCategory } from '../../retrieval/plan.ts'
import { predictCategory } from '../../retrieval/predict-category.ts'
import { type Scope, scopeFilter } from '../../retrieval/scope.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import type { Corpus, EpisodeText, Strategy } from '../../retrieval/strategies/strategy.ts'

/** What a run asked when a subtask began, in the embedder's space. */
export type StreamQuestion = { subtaskId: string; category: Category; text: string; vector: Float32Array }

/** A stored episode: what it asked, and what it left behind. */
export type StreamEpisode = Pick<EpisodeText, 'episodeId' | 'instanceId' | 'repo'> & {
  /** Whole task text as the embedder's task reader reads it. */
  task: TaskText
  questions: StreamQuestion[]
  entries: IndexRow[]
  /** Names of what it is about: instances that share one are relevant to each other. Null = nobody says. */
  topics: string[] | null
}

/** One strategy over one order of the stream. */
export type StreamInput = {
  embedder: { id: string; dimension: number }
  episodes: StreamEpisode[]
  strategy: StreamStrategy
  seed: number
}

export type StreamOutput = {
  episodes: { episodeId: string; instanceId: string }[]
  asked: Asked[]
  given: Given[]
}

/** Episodes between two signs of life. */
const AT_A_TIME = 5
/** The only project there is in a replayed memory. */
const PROJECT = 'stream'

/**
 * Algorithm 1 of arXiv 2602.21611 over stored episodes, retrieval only: each subtask asks with what was known when it began, then
 * the episode's entries come in. Seed 0 keeps the stored order. Entries of the own instance are left out. The memory only ever
 * holds what earlier places left behind. Yields how many questions were asked since the last time.
 */
export async function* replayStream(input: StreamInput): AsyncGenerator<number, StreamOutput, undefined> {
  const episodes = inOrder(input.episodes, input.seed)
  const memory = await openMemory({ ...input, episodes })
  const out: StreamOutput = {
    episodes: episodes.map(({ episodeId, instanceId }) => ({ episodeId, instanceId })),
    asked: [],
    given: [],
  }
  const seen = new Map<string, Set<string>>()
  let told = 0
  for (const [position, episode] of episodes.entries()) {
    const reachable = isReachable(episode, seen)
    const { byCategory, eligible, answers } = await memory.ask(episode, position)
    for (const [i, { subtaskId, category }] of episode.questions.entries()) {
      const pool = byCategory[category]
      out.asked.push({ subtaskId, position, category, pool, eligible, isReachable: reachable })
      const { winner, instanceId } = answers[i] ?? { winner: null, instanceId: null }
      const isRelevant = episode.topics && sharesTopic(episode.topics, instanceId, memory.topicsOf)
      out.given.push({ id: winner?.id ?? null, score: winner?.score ?? null, isRelevant })
    }
    memory.put(episode, position)
    if (episode.entries.length > 0)
      for (const topic of episode.topics ?? [])
        seen.set(topic, (seen.get(topic) ?? new Set()).add(episode.instanceId))
    if (position % AT_A_TIME === 0) {
      yield out.asked.length - told
      told = out.asked.length
    }
  }
  yield out.asked.length - told
  return out
}

/** The stream as it is stored, or shuffled. */
export function inOrder(episodes: readonly StreamEpisode[], seed: number): readonly StreamEpisode[] {
  return seed === 0 ? episodes : shuffled(episodes, createRandom(seed))
}

function isReachable(
  { topics, instanceId }: StreamEpisode,
  seen: ReadonlyMap<string, Set<string>>,
): boolean | null {
  if (topics === null) return null
  return topics.some((topic) => [...(seen.get(topic) ?? [])].some((other) => other !== instanceId))
}

function sharesTopic(
  topics: readonly string[],
  instanceId: string | null,
  topicsOf: ReadonlyMap<string, readonly string[]>,
): boolean {
  const theirs = instanceId === null ? [] : (topicsOf.get(instanceId) ?? [])
  return topics.some((topic) => theirs.includes(topic))
}

/** A memory that grows episode by episode, asked in one way. */
async function openMemory(input: Omit<StreamInput, 'episodes'> & { episodes: readonly StreamEpisode[] }) {
  const { embedder: model, episodes, strategy: name, seed } = input
  const strategy = getStrategy(name)
  const index = new CosineIndex(model)
  const ids = new Map<string, string>()
  const hand = { vector: new Float32Array(model.dimension) }
  const texts = episodes.map(
    ({ episodeId, instanceId, repo, entries }, position): EpisodeText => ({
      ...{ episodeId, instanceId, repo, position, text: episodeId, projectId: PROJECT },
      entryIds: entries.map(({ id }) => id),
    }),
  )
  const embedder = embedderAtHand(
    model,
    hand,
    new Map(episodes.map(({ episodeId, task }) => [episodeId, task])),
  )
  const ask = asker(strategy, { index, embedder, episodes: texts, entries: new Map() }, hand, seed)
  const rank = await ask
  return {
    topicsOf: new Map(episodes.map(({ instanceId, topics }) => [instanceId, topics ?? []])),
    async ask(episode: StreamEpisode, position: number) {
      const scope: Scope = {
        projectIds: [PROJECT],
        withoutInstance: episode.instanceId,
        before: { position },
      }
      const byCategory = index.counts(scopeFilter(scope))
      const { ANALYZE, REPRODUCE, EDIT, VERIFY } = byCategory
      const answers = (await rank(episode, scope)).map(
        (best) =>
          best && { ...best, winner: { ...best.winner, id: ids.get(best.winner.id) ?? best.winner.id } },
      )
      return { byCategory, eligible: ANALYZE + REPRODUCE + EDIT + VERIFY, answers }
    },
    /** Ids in the order in which entries come in, so that of two with one score the later wins, as in every retrieval. */
    put({ entries }: StreamEpisode, position: number) {
      const rows = entries.map((row) => {
        const id = `m_${String(ids.size).padStart(9, '0')}`
        ids.set(id, row.id)
        return { ...row, id, position, projectId: PROJECT, scope: 'project' as const }
      })
      const revision = index.revision + 1
      index.catchUp(
        rows.map((row) => ({ kind: 'upsert' as const, revision, row })),
        revision,
      )
    },
  }
}

type Best = { winner: { id: string; score: number }; instanceId: string | null } | null

/** Asks an episode's questions, each with its vector in hand. A whole-task strategy is asked once, with the task. */
async function asker(strategy: Strategy, corpus: Corpus, hand: { vector: Float32Array }, seed: number) {
  if (strategy.unit === 'episode') {
    const rank = await strategy.prepare(corpus)
    return async ({ episodeId, questions }: StreamEpisode, scope: Scope): Promise<Best[]> => {
      const { hits } = await rank({ text: episodeId, scope, seed, limit: 1, withItemsOnly: true })
      const [best] = hits
      const found = best
        ? { winner: { id: best.episodeId, score: best.score }, instanceId: best.instanceId }
        : null
      return questions.map(() => found)
    }
  }
  const rank = await strategy.prepare(corpus)
  return async ({ questions }: StreamEpisode, scope: Scope): Promise<Best[]> => {
    const found: Best[] = []
    for (const { text, category, vector } of questions) {
      hand.vector = vector
      // A prior over the categories is what `soft` is about: a named one would make it `subtask`.
      const known: KnownCategory = strategy.name === 'soft' ? predictCategory(text).probabilities : category
      const [best] = (await rank({ text, category: known, scope, seed, limit: 1 })).hits
      found.push(best ? { winner: { id: best.id, score: best.score }, instanceId: best.instanceId } : null)
    }
    return found
  }
}

/** Knows the vector of the question in hand and what the task texts say: nothing is embedded while the stream runs. */
function embedderAtHand(
  { id, dimension }: { id: string; dimension: number },
  hand: { vector: Float32Array },
  tasks: ReadonlyMap<string, TaskText>,
): Embedder {
  return {
    id,
    dimension,
    embed: async (texts) => texts.map(() => hand.vector),
    tasks: {
      id,
      read: async (texts) =>
        texts.map((text) => {
          const task = tasks.get(text)
          if (!task) throw new Error(`no task text of ${text}`)
          return task
        }),
    },
  }
}
