import { z } from 'zod'
import { listEntryTexts } from '../db/entries/entry-texts.ts'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import {
  beginJobAnew,
  enqueueJob,
  findJobByKey,
  findNextJob,
  finishItem,
  listItemResults,
  recentRate,
  sumOfResults,
} from '../db/jobs/jobs.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import {
  beginLabRun,
  countQuestions,
  createLabRun,
  findLabRun,
  keepReport,
  keepWinners,
  type LabRun,
  listQueries,
  pagesOfQuestions,
} from '../db/retrieval/lab-runs.ts'
import type { Store } from '../db/store.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
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
} from '../experiments/batch.ts'
import { momentOf } from '../experiments/query-moment.ts'
import { type Ask, prepareAsk } from '../experiments/replay.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import type { Embedder } from '../llm/embedder.ts'
import { rememberVectors } from '../llm/remembering-embedder.ts'
import { UserError } from '../memory/errors.ts'
import type { BatchProgress, BatchQuery, BatchRequest, BatchRow, TunedRow } from '../memory/lab/batch.ts'
import { CosineIndex } from '../retrieval/cosine-index.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'
import { getStrategy } from '../retrieval/strategies/all-strategies.ts'
import type { Corpus, Strategy } from '../retrieval/strategies/strategy.ts'

export const LAB_BATCH = 'lab-batch'

export type BatchDeps = {
  store: Store
  /** The embedder of the space that retrieval serves at this moment. */
  embedder(): Embedder
  /** What a model has read in a question. */
  readings?: NonNullable<Corpus['readings']>
  /** Milliseconds of a clock that only moves forward. */
  clock: () => number
}

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
  const request = settleBatch(asked)
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

/** Throws UserError `not-read` unless a model has read every question. */
async function requireRead(queries: readonly BatchQuery[], readings: BatchDeps['readings']): Promise<void> {
  let missing = 0
  for (const { text, category } of queries)
    if (!(await readings?.({ text, mode: category ? 'subtask' : 'task' }))) missing++
  if (missing === 0) return
  throw new UserError('not-read', `No model has read ${missing} of ${queries.length} questions.`, {
    hint: 'Have them read first (npm run distil -- --project P --questions FILE.jsonl), or leave subtask-by-model out.',
    status: 409,
    place: 'strategies',
  })
}

function labelOf(piece: BatchPiece): string {
  if (piece.step === 'report') return 'report'
  const place = `${piece.from + 1} to ${piece.upto}`
  if (piece.step === 'tune') return `tune ${piece.strategy} on questions ${place}`
  return piece.step === 'ask' ? `questions ${place}` : `intervals ${place}`
}

/** What a batch at work holds: one state of the memory, which no later write reaches, and what was read from it. */
type Bench = {
  run: LabRun
  corpus: Corpus
  projectIds: string[]
  /** By strategy and parameters. */
  asks: Map<string, Promise<Ask>>
  tuned: TunedRow[] | null
}

/**
 * Works on batches, one item after the other. A batch asks one memory from its first question to its last: the one it
 * found when it began, held in this process. After a restart it goes on when the memory is still that one, else begins anew.
 */
export function createBatchWork(
  deps: BatchDeps,
): (item: { itemId: string; target: string }) => Promise<void> {
  const { store, clock } = deps
  let bench: Bench | null = null
  let weighing: { id: string; rows: BatchRow[] } | null = null

  return async (item) => {
    const piece = targetSchema.parse(JSON.parse(item.target))
    if (piece.step === 'weigh') return await weighItem(item.itemId, piece)
    if (piece.step === 'report') return await reportItem(item.itemId, piece.run)
    if (bench?.run.id !== piece.run) bench = await openBench(item.itemId, piece.run)
    if (bench === null) return
    if (piece.step === 'tune') await tuneItem(item.itemId, piece, bench)
    else await askItem(item.itemId, piece, bench)
  }

  /** Null when what was found so far is of another memory: then the job waits to begin anew. */
  async function openBench(itemId: string, runId: string): Promise<Bench | null> {
    const run = await getRun(runId)
    const projectIds = await listScopeIds(store, run.projectId)
    const corpus = await readCorpus(projectIds)
    const memory = { storeRevision: corpus.index.revision, embedder: corpus.embedder.id }
    if (run.storeRevision !== memory.storeRevision || run.embedder !== memory.embedder) {
      const hasBegun = (await listItemResults(store, itemId)).length > 0
      await store.record(async (tx) => {
        await beginLabRun(tx, runId, memory)
        if (hasBegun) await beginJobAnew(tx, itemId)
      })
      if (hasBegun) return null
    }
    return { run, corpus, projectIds, asks: new Map(), tuned: null }
  }

  /** The memory at one revision: read again when something was written between the reads. */
  async function readCorpus(projectIds: string[]): Promise<Corpus> {
    const embedder = rememberVectors(deps.embedder())
    for (;;) {
      const index = await createFreshIndex(store, embedder)() // its own, and never asked to catch up
      const episodes = await listEpisodeTexts(store, projectIds)
      const entries = new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry]))
      if ((await getStoreClock(store)).revision === index.revision)
        return { index, embedder, episodes, entries, ...(deps.readings ? { readings: deps.readings } : {}) }
    }
  }

  async function tuneItem(itemId: string, piece: Piece<'tune'>, at: Bench): Promise<void> {
    const half = (await listQueries(store, piece.run, piece)).filter(isForTuning)
    const tried: Tried = { strategy: piece.strategy, mrr: [] }
    for (const { value, strategy } of tunings(piece.strategy)) {
      const each: number[] = []
      for (const query of half) {
        const { values } = await askOne(query, strategy, at)
        if (values) each.push(values.mrr)
      }
      tried.mrr.push({ value, each })
    }
    await store.record((tx) => finishItem(store, tx, itemId, tried))
  }

  async function askItem(itemId: string, piece: Piece<'ask'>, at: Bench): Promise<void> {
    at.tuned ??= await tunedOf(itemId, at.run)
    const strategies = at.run.request.strategies.map((name) => ({
      name,
      strategy: strategyOf(name, at.tuned ?? []),
    }))
    const found: BatchRow['winners'][] = []
    for (const query of await listQueries(store, piece.run, piece)) {
      const winners: BatchRow['winners'] = {}
      for (const { name, strategy } of strategies) winners[name] = await askOne(query, strategy, at)
      found.push(winners)
    }
    await store.record(async (tx) => {
      await keepWinners(tx, piece.run, piece.from, found)
      await finishItem(store, tx, itemId, { asked: found.length })
    })
  }

  async function askOne(query: BatchQuery, strategy: Strategy, { corpus, asks, projectIds, run }: Bench) {
    await pause()
    const key = `${strategy.name} ${JSON.stringify(strategy.parameters)}`
    const options = { projectIds, seed: run.request.seed, now: clock }
    const ask = asks.get(key) ?? prepareAsk(strategy, corpus, options)
    asks.set(key, ask)
    try {
      return await (await ask)(query)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const { code, message, hint, status } = error
      throw new UserError(code, `Question ${query.id}: ${message}`, { hint, status })
    }
  }

  async function tunedOf(itemId: string, { request }: LabRun): Promise<TunedRow[]> {
    return chooseTuned(request, await resultsOf<Tried>(itemId, 'tune'))
  }

  /** What the pieces of one kind left behind, in their order. */
  async function resultsOf<T>(itemId: string, step: BatchPiece['step']): Promise<T[]> {
    const done = await listItemResults(store, itemId)
    return done.flatMap(({ target, result }) =>
      targetSchema.parse(JSON.parse(target)).step === step ? [result as T] : [],
    )
  }

  async function weighItem(itemId: string, piece: Piece<'weigh'>): Promise<void> {
    const { request } = await getRun(piece.run)
    const weighed = await weigh(piece, request, await rowsOf(piece.run), pause)
    await store.record((tx) => finishItem(store, tx, itemId, weighed))
  }

  async function reportItem(itemId: string, runId: string): Promise<void> {
    const run = await getRun(runId)
    const rows = await rowsOf(runId)
    const weighed = await resultsOf<Weighed>(itemId, 'weigh')
    const report = reportBatch(run.request, rows, weighed, await tunedOf(itemId, run))
    await store.record(async (tx) => {
      await keepReport(tx, runId, report)
      await finishItem(store, tx, itemId, { questions: rows.length })
    })
    bench = null
    weighing = null
  }

  /** Every question of a batch; throws when one was not asked, since figures over a part would pass for the whole. */
  async function rowsOf(runId: string): Promise<BatchRow[]> {
    if (weighing?.id === runId) return weighing.rows
    const rows: BatchRow[] = []
    for await (const page of pagesOfQuestions(store, runId)) rows.push(...page)
    const queryCount = await countQuestions(store, runId)
    if (rows.length < queryCount)
      throw new UserError('batch-not-whole', `${queryCount - rows.length} questions were not asked.`, {
        hint: 'Try again what failed; the figures follow.',
      })
    weighing = { id: runId, rows }
    return rows
  }

  async function getRun(id: string): Promise<LabRun> {
    const run = await findLabRun(store, id)
    if (run) return run
    throw new UserError('no-such-run', `There is no batch ${id}.`, { hint: 'It went with its project.' })
  }
}

type Piece<Step extends BatchPiece['step']> = Extract<z.infer<typeof targetSchema>, { step: Step }>

/** Lets a server answer others in between. */
const pause = () => new Promise<void>((resume) => setImmediate(resume))

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
