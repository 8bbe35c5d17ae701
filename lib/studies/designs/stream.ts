import { listStreamEpisodes, type StoredStreamEpisode } from '../../db/episodes/stream-episodes.ts'
import { findProjectName, getProject } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import { keepQuestionVectors, listQuestionVectors } from '../../db/vectors/question-vectors.ts'
import { masked } from '../../extract/mask-texts.ts'
import type { Embedder, TaskText } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { UserError } from '../../memory/errors.ts'
import { norm } from '../../memory/similarity.ts'
import type { StreamReport } from '../../memory/studies/stream.ts'
import {
  type SeedReplay,
  type StreamPlan,
  seedReplaySchema,
  streamOrderSchema,
} from '../../memory/studies/stream-schema.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { IndexRow } from '../../retrieval/cosine-index.ts'
import { scopeFilter } from '../../retrieval/scope.ts'
import { ENOUGH_PAIRS } from '../../retrieval/unrelated-pairs.ts'
import type { StreamEpisode, StreamInput, StreamOutput, StreamQuestion } from '../stream/replay-stream.ts'
import { reportStream } from '../stream/report-stream.ts'
import { sharedTopics } from '../stream/topics.ts'
import type { Design, StudyDeps } from '../study.ts'

/** Fewer episodes than this have no order. */
const LEAST_EPISODES = 2
/** Strategies at work at once: an import must find a thread too. Ours. */
const AT_ONCE = 2

/** Stored episodes replayed as a stream: what would have been retrieved as the memory grew, one row an order. */
export const stream: Design<typeof streamOrderSchema, StreamPlan, number, SeedReplay, StreamReport> = {
  name: 'stream',
  words: {
    title: 'Cold start',
    question: 'What would have been retrieved as this memory grew?',
    slug: 'cold-start',
    units: 'questions',
  },
  button: 'Replay',
  inThreads: true,
  isPartial: true,
  order: streamOrderSchema,

  async basis(project, deps) {
    const { episodes, questions, labels } = await basisOf(project, deps)
    return {
      words: `${episodes} episodes with ${questions} questions: what was known when each subtask began. ${labels ? `Relevant: ${labels.what}.` : 'No label says what is relevant: only what fits is measured.'}`,
      canOrder: episodes >= LEAST_EPISODES,
      without: {},
      example: null,
    }
  },

  async freeze({ project: projectName, name, by, seeds, strategies }, deps) {
    const project = await getProject(deps.store, projectName)
    const basis = await basisOf(project, deps)
    if (basis.episodes < LEAST_EPISODES)
      throw new UserError('too-few-episodes', `${basis.episodes} episodes have no order to replay.`, {
        hint: 'Import runs first: a stream begins with two.',
        status: 409,
      })
    return {
      ...{ projectId: project.id, name: name || `Stream of ${project.name} replayed`, by },
      plan: { seeds, strategies, ...basis },
      units: seeds,
      pieces: seeds.map((seed, from) => ({
        step: 'measure' as const,
        label: seed === 0 ? 'as it is stored' : `order ${seed}`,
        ...{ from, upto: from + 1, size: basis.questions * strategies.length },
      })),
    }
  },

  async open({ projectId, plan }, deps) {
    const id = projectId ?? ''
    const name = (await findProjectName(deps.store, id)) ?? ''
    const read = await readStream({ id, name }, deps)
    return {
      memory: { storeRevision: read.storeRevision, embedder: read.embedder.id },
      async measure(_, seeds, { signal, tell }) {
        const [seed = 0] = seeds
        const from = deps.clock()
        const outputs = await inThreads(plan, seed, read, { ...deps, signal, tell })
        return [toReplay(plan, seed, read, outputs, deps.clock() - from)]
      },
    }
  },

  async report(plan, rows) {
    return reportStream(
      plan,
      rows.map(({ value }) => seedReplaySchema.parse(value)),
    )
  },

  csv: {
    header: 'order,place,instance,subtask,category,pool,eligible,strategy,winner,score,relevant'.split(','),
    lines: ({ strategies }, { unit, value: { asked, episodes, given } }) =>
      asked.flatMap(({ subtaskId, position, category, pool, eligible }, i) => {
        const where = [
          unit,
          position + 1,
          episodes[position]?.instanceId,
          subtaskId,
          category,
          pool,
          eligible,
        ]
        return strategies.map((name) => {
          const { id, score, isRelevant } = given[name]?.[i] ?? {}
          return [...where, name, id, score, isRelevant]
        })
      }),
  },
}

async function basisOf(project: { id: string; name: string }, { store, topicsOf }: StudyDeps) {
  const episodes = await listStreamEpisodes(store, project.id)
  const labels = await topicsOf(project)
  return {
    episodes: episodes.length,
    questions: episodes.reduce((sum, { questions }) => sum + questions.length, 0),
    labels: labels && { source: labels.source, what: labels.what },
  }
}

/** The strategies side by side in threads, each over the whole order. */
async function inThreads(
  { strategies }: StreamPlan,
  seed: number,
  { embedder, episodes }: Stream,
  {
    replayInThread,
    signal,
    tell,
  }: Pick<StudyDeps, 'replayInThread'> & { signal: AbortSignal; tell(asked: number): void },
): Promise<StreamOutput[]> {
  const outputs: StreamOutput[] = []
  const waiting = [...strategies.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, strategy] = next
      const input: StreamInput = { embedder, episodes, strategy, seed }
      const parts = replayInThread(input, signal)
      for (;;) {
        const step = await parts.next()
        if (!step.done) tell(step.value)
        else {
          outputs[place] = step.value
          break
        }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outputs
}

function toReplay(
  { strategies }: StreamPlan,
  seed: number,
  { storeRevision, floor }: Stream,
  outputs: readonly StreamOutput[],
  tookMs: number,
): SeedReplay {
  const [first] = outputs
  if (!first) throw new Error('a replay without a strategy')
  return {
    ...{ seed, storeRevision, floor, tookMs, episodes: first.episodes, asked: first.asked },
    given: Object.fromEntries(strategies.map((name, i) => [name, outputs[i]?.given ?? []])),
  }
}

/** What a replay is over: one state of the memory, read whole, with every question embedded. */
type Stream = {
  embedder: { id: string; dimension: number }
  storeRevision: number
  floor: number | null
  episodes: StreamEpisode[]
}

/** Texts embedded between two turns of others. */
const AT_A_TIME = 32

/** Reads the stream of a project. Question vectors that are not kept yet are made, and kept. */
async function readStream(
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
  const known = await listQuestionVectors(store, embedder.id, projectId)
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
