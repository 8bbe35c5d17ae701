import { listStreamEpisodes } from '../../db/episodes/stream-episodes.ts'
import { findProjectName, getProject } from '../../db/projects.ts'
import { UserError } from '../../memory/errors.ts'
import type { StreamReport } from '../../memory/studies/stream.ts'
import {
  type SeedReplay,
  type StreamPlan,
  seedReplaySchema,
  streamOrderSchema,
} from '../../memory/studies/stream-schema.ts'
import { readStream, type Stream } from '../stream/read-stream.ts'
import type { StreamInput, StreamOutput } from '../stream/replay-stream.ts'
import { reportStream } from '../stream/report-stream.ts'
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
