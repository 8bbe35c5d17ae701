import { listStreamEpisodes, type StoredStreamEpisode } from '../../db/episodes/stream-episodes.ts'
import type { Store } from '../../db/store.ts'
import { keepQuestionVectors, listQuestionVectors } from '../../db/vectors/question-vectors.ts'
import { masked } from '../../extract/mask-texts.ts'
import type { Embedder, TaskText } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { norm } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { IndexRow } from '../../retrieval/cosine-index.ts'
import { scopeFilter } from '../../retrieval/scope.ts'
import { ENOUGH_PAIRS } from '../../retrieval/unrelated-pairs.ts'
import type { StudyDeps } from '../study.ts'
import type { StreamEpisode, StreamQuestion } from './replay-stream.ts'
import { sharedTopics } from './topics.ts'

/** What a replay is over: one state of the memory, read whole, with every question embedded. */
export type Stream = {
  embedder: { id: string; dimension: number }
  storeRevision: number
  floor: number | null
  episodes: StreamEpisode[]
}

/** Texts embedded between two turns of others. */
const AT_A_TIME = 32

/** Reads the stream of a project. Question vectors that are not kept yet are made, and kept. */
export async function readStream(
  project: { id: string; name: string },
  { store, space, topicsOf }: Pick<StudyDeps, 'store' | 'space' | 'topicsOf'>,
): Promise<Stream> {
  const { embedder, approved, background } = space()
  const index = await approved()
  const scope = { projectIds: [project.id] }
  const stored = await listStreamEpisodes(store, project.id)
  const vectors = await questionVectors(stored, project.id, embedder, store)
  const tasks = await readTasks(
    stored.map(({ taskText }) => taskText),
    embedder,
  )
  const topics = sharedTopics(await topicsOf(project), stored)
  const rows = new Map<string, IndexRow[]>()
  for (const category of CATEGORIES)
    for (const row of index.pool(category, scopeFilter(scope)).rows()) {
      if (row.episodeId === null || row.scope === 'episode') continue
      // A view of the index's own matrix would be copied with all of it.
      rows.set(row.episodeId, [...(rows.get(row.episodeId) ?? []), { ...row, vector: row.vector.slice() }])
    }
  const { pairs, scores } = background(index, scope)
  const episodes = stored.map((one, i): StreamEpisode => {
    const { episodeId, instanceId, repo } = one
    return {
      ...{ episodeId, instanceId, repo, task: tasks[i] ?? NOTHING, questions: questionsOf(one, vectors) },
      entries: (rows.get(episodeId) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
      topics: topics.get(instanceId) ?? null,
    }
  })
  return {
    embedder: { id: embedder.id, dimension: embedder.dimension },
    storeRevision: index.revision,
    floor: scores.length < ENOUGH_PAIRS ? null : pairs.p999,
    episodes,
  }
}

const NOTHING: TaskText = {
  words: { features: new Uint32Array(0), weights: new Float64Array(0) },
  meaning: new Float32Array(0),
}

/** A question without a word to search by is not asked: its likeness to everything is 0. */
function questionsOf(
  { questions }: StoredStreamEpisode,
  vectors: ReadonlyMap<string, Float32Array>,
): StreamQuestion[] {
  return questions.flatMap(({ subtaskId, category, description }) => {
    const vector = vectors.get(subtaskId)
    if (!vector || norm(vector) === 0) return []
    return [{ subtaskId, category, text: masked(descriptionText(description)), vector }]
  })
}

async function questionVectors(
  stored: readonly StoredStreamEpisode[],
  projectId: string,
  embedder: Embedder,
  store: Store,
): Promise<Map<string, Float32Array>> {
  const known = listQuestionVectors(store, embedder.id, projectId)
  const missing = stored
    .flatMap(({ questions }) => questions)
    .filter(({ subtaskId }) => !known.has(subtaskId))
  for (let from = 0; from < missing.length; from += AT_A_TIME) {
    const part = missing.slice(from, from + AT_A_TIME)
    const made = await embedder.embed(part.map(({ description }) => descriptionText(description)))
    const rows = part.map(({ subtaskId }, i) => ({ subtaskId, vector: made[i] as Float32Array }))
    for (const { subtaskId, vector } of rows) known.set(subtaskId, vector)
    if (embedder.cost !== 'none') await keepQuestionVectors(store, embedder.id, rows)
  }
  return known
}

async function readTasks(texts: readonly string[], embedder: Embedder): Promise<TaskText[]> {
  const read: TaskText[] = []
  for (let from = 0; from < texts.length; from += AT_A_TIME) {
    const part = texts.slice(from, from + AT_A_TIME)
    if (embedder.tasks) read.push(...(await embedder.tasks.read(part)))
    else read.push(...(await embedder.embed(part)).map((meaning) => ({ ...NOTHING, meaning })))
  }
  return read
}
