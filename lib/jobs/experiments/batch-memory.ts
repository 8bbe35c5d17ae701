import { listEntryTexts } from '../../db/entries/entry-texts.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { listItemResults } from '../../db/jobs/job-views.ts'
import { beginJobAnew } from '../../db/jobs/order-jobs.ts'
import { listScopeIds } from '../../db/projects.ts'
import { beginLabRun, getLabRun, type LabRun } from '../../db/retrieval/lab-runs.ts'
import type { Store } from '../../db/store.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { rememberVectors } from '../../llm/remembering-embedder.ts'
import { UserError } from '../../memory/errors.ts'
import { remembered } from '../../memory/remembered.ts'
import type { BatchQuery } from '../../memory/studies/retrieval.ts'
import { createFreshIndex } from '../../retrieval/fresh-index.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'
import { type Ask, prepareAsk } from '../../studies/retrieval/replay.ts'

export type BatchDeps = {
  store: Store
  /** The embedder of the space that retrieval serves at this moment. */
  embedder(): Embedder
  /** What a model has read in a question. */
  readings?: NonNullable<Corpus['readings']>
  /** Milliseconds of a clock that only moves forward. */
  clock: () => number
}

/** What a batch at work asks: one state of the memory, which no later write reaches, and what was read from it. */
export type BatchMemory = { run: LabRun; ask(query: BatchQuery, strategy: Strategy): ReturnType<Ask> }

/** The memory that a batch began with; null when what was found so far is of another one: then the job waits to begin anew. */
export async function openBatchMemory(
  deps: BatchDeps,
  itemId: string,
  runId: string,
): Promise<BatchMemory | null> {
  const { store } = deps
  const run = await getLabRun(store, runId)
  const projectIds = await listScopeIds(store, run.projectId)
  const corpus = await readCorpus(deps, projectIds)
  const memory = { storeRevision: corpus.index.revision, embedder: corpus.embedder.id }
  if (run.storeRevision !== memory.storeRevision || run.embedder !== memory.embedder) {
    const hasBegun = (await listItemResults(store, itemId)).length > 0
    await store.record(async (tx) => {
      await beginLabRun(tx, runId, memory)
      if (hasBegun) await beginJobAnew(tx, itemId)
    })
    if (hasBegun) return null
  }
  const options = { projectIds, seed: run.request.seed, now: deps.clock }
  return { run, ask: createAsk(corpus, options) }
}

/** Lets a server answer others in between. */
export const pause = () => new Promise<void>((resume) => setImmediate(resume))

/** The memory at one revision: read again when something was written between the reads. */
async function readCorpus(
  { store, embedder: current, readings }: BatchDeps,
  projectIds: string[],
): Promise<Corpus> {
  const embedder = rememberVectors(current())
  for (;;) {
    const index = await createFreshIndex(store, embedder)() // its own, and never asked to catch up
    const episodes = await listEpisodeTexts(store, projectIds)
    const entries = new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry]))
    if ((await getStoreClock(store)).revision === index.revision)
      return { index, embedder, episodes, entries, ...(readings ? { readings } : {}) }
  }
}

/** Asks one memory; each strategy, with its parameters, is prepared over it once. */
function createAsk(corpus: Corpus, options: Parameters<typeof prepareAsk>[2]): BatchMemory['ask'] {
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
