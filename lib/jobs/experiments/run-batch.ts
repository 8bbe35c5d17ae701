import { z } from 'zod'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { findJobByKey, listItemResults, recentRate, sumOfResults } from '../../db/jobs/job-views.ts'
import { enqueueJob } from '../../db/jobs/order-jobs.ts'
import { findNextJob, finishItem } from '../../db/jobs/work-queue.ts'
import { getProject, listScopeIds } from '../../db/projects.ts'
import {
  countQuestions,
  createLabRun,
  getLabRun,
  keepReport,
  keepWinners,
  type LabRun,
  listQueries,
  pagesOfQuestions,
} from '../../db/retrieval/lab-runs.ts'
import type { Store } from '../../db/store.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import { requireNoSecret } from '../../extract/secret-scan.ts'
import { UserError } from '../../memory/errors.ts'
import type { BatchProgress, BatchRequest, BatchRow, TunedRow } from '../../memory/studies/retrieval.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import {
  type BatchPiece,
  chooseTuned,
  isForTuning,
  planBatch,
  reportBatch,
  settleBatch,
  strategyOf,
  type Tried,
  tunings,
  type Weighed,
  weigh,
} from '../../studies/retrieval/batch.ts'
import { momentOf } from '../../studies/retrieval/query-moment.ts'
import { requireRead, whatWasRead } from '../../studies/retrieval/read-questions.ts'
import { type BatchDeps, type BatchMemory, openBatchMemory, pause } from './batch-memory.ts'

export const LAB_BATCH = 'lab-batch'

const partSchema = { run: z.string(), from: z.number(), upto: z.number() }
const targetSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('tune'), strategy: z.string(), ...partSchema }),
  z.object({ step: z.literal('ask'), ...partSchema }),
  z.object({ step: z.literal('weigh'), ...partSchema }),
  z.object({ step: z.literal('report'), run: z.string() }),
])

/** Keeps a batch and orders its work. Everything that can be refused is refused here, before anything is stored. */
export async function orderBatch(
  asked: BatchRequest,
  { store, embedder, readings }: BatchDeps,
): Promise<{ id: string }> {
  const settled = settleBatch(asked)
  const request = settled.onlyRead
    ? { ...settled, queries: await whatWasRead(settled.queries, readings) }
    : settled
  for (const [i, { text }] of request.queries.entries()) requireNoSecret(text, `query ${i + 1}`)
  const { id: projectId } = await getProject(store, request.project)
  const projectIds = await listScopeIds(store, projectId)
  const episodes = await listEpisodeTexts(store, projectIds)
  for (const query of request.queries) momentOf(query, episodes)
  const model = embedder()
  const nothing = { index: new CosineIndex(model), embedder: model, episodes: [], entries: new Map() }
  for (const strategy of request.strategies.map(getStrategy))
    if (strategy.needs === 'readings') await requireRead(request.queries, readings)
    else if (strategy.needs) await strategy.prepare(nothing)
  const { revision: storeRevision } = await getStoreClock(store)
  const pieces = planBatch(request, request.queries)
  return await store.record(async (tx) => {
    const id = await createLabRun(store, tx, request, { projectId, storeRevision, embedder: model.id })
    await enqueueJob(store, tx, {
      kind: LAB_BATCH,
      label: `Batch “${request.name}”`,
      projectId,
      batchKey: id,
      request: null,
      items: pieces.map((piece) => ({
        label: labelOf(piece),
        target: JSON.stringify({ ...piece, run: id }),
      })),
    })
    return { id }
  })
}

function labelOf(piece: BatchPiece): string {
  if (piece.step === 'report') return 'report'
  const place = `${piece.from + 1} to ${piece.upto}`
  if (piece.step === 'tune') return `tune ${piece.strategy} on questions ${place}`
  return piece.step === 'ask' ? `questions ${place}` : `intervals ${place}`
}

/**
 * Works on batches, one item after the other. A batch asks one memory from its first question to its last: the one it
 * found when it began, held in this process. After a restart it goes on when the memory is still that one, else begins anew.
 */
export function createBatchWork(
  deps: BatchDeps,
): (item: { itemId: string; target: string }) => Promise<void> {
  const { store } = deps
  let memory: (BatchMemory & { tuned?: TunedRow[] }) | null = null
  let weighing: { id: string; rows: BatchRow[] } | null = null

  async function rowsOf(id: string): Promise<BatchRow[]> {
    weighing = weighing?.id === id ? weighing : { id, rows: await readRows(store, id) }
    return weighing.rows
  }

  return async ({ itemId, target }) => {
    const piece = targetSchema.parse(JSON.parse(target))
    if (piece.step === 'weigh') return await weighItem(store, itemId, piece, await rowsOf(piece.run))
    if (piece.step === 'report') {
      await reportItem(store, itemId, piece.run, await rowsOf(piece.run))
      memory = null
      weighing = null
      return
    }
    if (memory?.run.id !== piece.run) memory = await openBatchMemory(deps, itemId, piece.run)
    if (memory === null) return
    if (piece.step === 'tune') return await tuneItem(store, itemId, piece, memory)
    memory.tuned ??= await tunedOf(store, itemId, memory.run)
    await askItem(store, itemId, piece, memory, memory.tuned)
  }
}

type Piece<Step extends BatchPiece['step']> = Extract<z.infer<typeof targetSchema>, { step: Step }>

async function tuneItem(store: Store, itemId: string, piece: Piece<'tune'>, { ask }: BatchMemory) {
  const half = (await listQueries(store, piece.run, piece)).filter(isForTuning)
  const tried: Tried = { strategy: piece.strategy, mrr: [] }
  for (const { value, strategy } of tunings(piece.strategy)) {
    const each: number[] = []
    for (const query of half) {
      const { values } = await ask(query, strategy)
      if (values) each.push(values.mrr)
    }
    tried.mrr.push({ value, each })
  }
  await store.record((tx) => finishItem(store, tx, itemId, tried))
}

async function askItem(
  store: Store,
  itemId: string,
  piece: Piece<'ask'>,
  { run, ask }: BatchMemory,
  tuned: TunedRow[],
): Promise<void> {
  const strategies = run.request.strategies.map((name) => ({ name, strategy: strategyOf(name, tuned) }))
  const found: BatchRow['winners'][] = []
  for (const query of await listQueries(store, piece.run, piece)) {
    const winners: BatchRow['winners'] = {}
    for (const { name, strategy } of strategies) winners[name] = await ask(query, strategy)
    found.push(winners)
  }
  await store.record(async (tx) => {
    await keepWinners(tx, piece.run, piece.from, found)
    await finishItem(store, tx, itemId, { asked: found.length })
  })
}

async function weighItem(store: Store, itemId: string, piece: Piece<'weigh'>, rows: BatchRow[]) {
  const { request } = await getLabRun(store, piece.run)
  const weighed = await weigh(piece, request, rows, pause)
  await store.record((tx) => finishItem(store, tx, itemId, weighed))
}

async function reportItem(store: Store, itemId: string, runId: string, rows: BatchRow[]): Promise<void> {
  const run = await getLabRun(store, runId)
  const weighed = await resultsOf<Weighed>(store, itemId, 'weigh')
  const report = reportBatch(run.request, rows, weighed, await tunedOf(store, itemId, run))
  await store.record(async (tx) => {
    await keepReport(tx, runId, report)
    await finishItem(store, tx, itemId, { questions: rows.length })
  })
}

async function tunedOf(store: Store, itemId: string, { request }: LabRun): Promise<TunedRow[]> {
  return chooseTuned(request, await resultsOf<Tried>(store, itemId, 'tune'))
}

/** What the pieces of one kind left behind, in their order. */
async function resultsOf<T>(store: Store, itemId: string, step: BatchPiece['step']): Promise<T[]> {
  const done = await listItemResults(store, itemId)
  return done.flatMap(({ target, result }) =>
    targetSchema.parse(JSON.parse(target)).step === step ? [result as T] : [],
  )
}

/** Every question of a batch; throws when one was not asked, since figures over a part would pass for the whole. */
async function readRows(store: Store, runId: string): Promise<BatchRow[]> {
  const rows: BatchRow[] = []
  for await (const page of pagesOfQuestions(store, runId)) rows.push(...page)
  const queryCount = await countQuestions(store, runId)
  if (rows.length === queryCount) return rows
  throw new UserError('batch-not-whole', `${queryCount - rows.length} questions were not asked.`, {
    hint: 'Try again what failed; the figures follow.',
  })
}

/** How far a batch is; null when no job of it is left. */
export async function findBatchProgress(store: Store, id: string): Promise<BatchProgress | null> {
  const job = await findJobByKey(store, LAB_BATCH, id)
  if (!job) return null
  const { state, doneCount, totalCount } = job
  const isOpen = state === 'waiting' || state === 'running'
  const rate = isOpen ? await recentRate(store, job.id) : null
  const next = isOpen ? await findNextJob(store) : null
  const reason = job.items.find((item) => item.state === 'failed')?.reason ?? job.reason
  return {
    jobId: job.id,
    state: state as BatchProgress['state'], // a batch is never paused and waits for nobody
    // Not counted in the questions: what was found for each is long, and this is asked several times a second.
    askedCount: await sumOfResults(store, job.id, 'asked'),
    queryCount: await countQuestions(store, id),
    share: totalCount === 0 ? 0 : doneCount / totalCount,
    remainingMs: rate === null ? null : ((totalCount - doneCount) / rate) * 1000,
    reason: isOpen ? null : reason,
    waitsFor: next === null || next.id === job.id ? null : next.label,
  }
}
