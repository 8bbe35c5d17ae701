import { listStreamEpisodes } from '../../db/episodes/stream-episodes.ts'
import { listItemResults } from '../../db/jobs/job-views.ts'
import { enqueueJob } from '../../db/jobs/order-jobs.ts'
import { finishItem, isCancelled } from '../../db/jobs/work-queue.ts'
import { getProject } from '../../db/projects.ts'
import { UserError } from '../../memory/errors.ts'
import type { StreamProgress } from '../../memory/studies/stream.ts'
import {
  type SeedReplay,
  type StreamOrder,
  type StreamPlan,
  streamPlanSchema,
} from '../../memory/studies/stream-schema.ts'
import type { StreamInput, StreamOutput } from '../../studies/stream/replay-stream.ts'
import { readStream, type Stream, type StreamDeps } from '../read-stream.ts'
import type { WorkThreads } from '../threads/work-threads.ts'
import type { Handler } from '../worker.ts'

export const STREAM_REPLAY = 'stream-replay'

/** How far the replays under way are, by job. It lives as long as the process that works on them. */
export type StreamBoard = Map<string, StreamProgress>

type WorkDeps = StreamDeps & { threads: WorkThreads; board: StreamBoard; clock: () => number }

/** Fewer episodes than this have no order. */
const LEAST_EPISODES = 2
/** Strategies at work at once: an import must find a thread too. Ours. */
const AT_ONCE = 2

/** Freezes a plan and orders its seeds, one item each. Throws UserError `no-such-project` and `too-few-episodes`. */
export async function orderStreamReplay(order: StreamOrder, deps: StreamDeps): Promise<{ id: string }> {
  const { store } = deps
  const project = await getProject(store, order.project)
  const episodes = await listStreamEpisodes(store, project.id)
  if (episodes.length < LEAST_EPISODES)
    throw new UserError('too-few-episodes', `${episodes.length} episodes have no order to replay.`, {
      hint: 'Import runs first: a stream begins with two.',
      status: 409,
    })
  const labels = await deps.topicsOf(project)
  const plan: StreamPlan = streamPlanSchema.parse({
    ...order,
    projectId: project.id,
    embedder: deps.space().id,
    episodes: episodes.length,
    questions: episodes.reduce((sum, { questions }) => sum + questions.length, 0),
    labels: labels && { source: labels.source, what: labels.what },
  })
  return await store.record(async (tx) => {
    const { jobId } = await enqueueJob(store, tx, {
      kind: STREAM_REPLAY,
      label: `Stream of ${project.name} replayed`,
      projectId: project.id,
      request: plan,
      items: plan.seeds.map((seed) => ({
        label: seed === 0 ? 'as it is stored' : `order ${seed}`,
        target: JSON.stringify({ plan, seed }),
      })),
    })
    return { id: jobId }
  })
}

/** Works on ordered replays, one order of the stream after the other, its strategies side by side in threads. */
export function createStreamWork(deps: WorkDeps): Handler {
  const { store, board, clock } = deps
  let open: { jobId: string; stream: Stream } | null = null

  return async ({ itemId, jobId, target, signal }) => {
    const { plan, seed } = readTarget(target)
    if (open?.jobId !== jobId) open = { jobId, stream: await readStream(plan, deps) }
    const { stream } = open
    const done = await listItemResults(store, itemId)
    const tell = teller(board, jobId, { plan, doneSeeds: done.length, asked: stream.questionCount, clock })
    try {
      requireOneMemory(
        done.map(({ result }) => result as SeedReplay),
        stream.storeRevision,
      )
      const from = clock()
      const outputs = await inThreads(plan, seed, stream, { ...deps, signal, tell })
      const result = toResult(plan, seed, stream, outputs, clock() - from)
      await store.record(async (tx) => {
        if (!(await isCancelled(tx, itemId))) await finishItem(store, tx, itemId, result)
      })
    } catch (error) {
      open = null
      throw error
    } finally {
      const isLast = done.length + 1 >= plan.seeds.length
      if (isLast || signal.aborted) {
        board.delete(jobId)
        open = null
      }
    }
  }
}

function readTarget(target: string): { plan: StreamPlan; seed: number } {
  const { plan, seed } = JSON.parse(target)
  return { plan: streamPlanSchema.parse(plan), seed: Number(seed) }
}

/** After a restart a replay goes on where the memory is still the one it began with. */
function requireOneMemory(done: readonly SeedReplay[], storeRevision: number): void {
  if (done.every((one) => one.storeRevision === storeRevision)) return
  throw new UserError('another-memory', 'The memory has changed since this replay began.', {
    hint: 'Order it again: figures of two memories do not belong together.',
    status: 409,
  })
}

async function inThreads(
  { strategies }: StreamPlan,
  seed: number,
  { embedder, episodes }: Stream,
  { threads, signal, tell }: WorkDeps & { signal: AbortSignal; tell: (asked: number) => void },
): Promise<StreamOutput[]> {
  const outputs: StreamOutput[] = []
  const waiting = [...strategies.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, strategy] = next
      const input: StreamInput = { embedder, episodes, strategy, seed }
      const parts = threads.run('replay', input, signal)
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

function toResult(
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

function teller(
  board: StreamBoard,
  jobId: string,
  input: { plan: StreamPlan; doneSeeds: number; asked: number; clock: () => number },
): (asked: number) => void {
  const { plan, doneSeeds, asked, clock } = input
  const total = plan.seeds.length * plan.strategies.length * asked
  const before = doneSeeds * plan.strategies.length * asked
  const from = clock()
  let done = before
  return (more) => {
    done += more
    const rate = (done - before) / Math.max(1, clock() - from)
    board.set(jobId, { done, total, remainingMs: rate > 0 ? (total - done) / rate : null })
  }
}
