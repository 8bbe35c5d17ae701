import { createHash } from 'node:crypto'
import type { Parts as Core } from '../api/parts.ts'
import type { Curation } from '../curate/curation.ts'
import { serveExtractor } from '../curate/serve-extractor.ts'
import { cancelJob } from '../db/jobs/order-jobs.ts'
import { pauseJob } from '../db/jobs/pauses.ts'
import { getRequest, listWaitingRequests, recordedLines } from '../db/models/model-requests.ts'
import { readYield } from '../db/models/project-yield.ts'
import { getProject } from '../db/projects.ts'
import { ALL_PROMPTS } from '../extract/model/prompts/all-prompts.ts'
import { distilStatus } from '../jobs/distil/distil-status.ts'
import { estimateDistil } from '../jobs/distil/estimate.ts'
import { type GivenAnswer, giveAnswer } from '../jobs/distil/hand-over.ts'
import { findDistilRequest, orderDistil, resumeDistil } from '../jobs/distil/order-distil.ts'
import { NO_PRICE } from '../llm/openai/chat-settings.ts'
import { recordedLine } from '../llm/recording.ts'
import type { Caps, DistilEstimate, DistilOrder, PromptView, RequestView } from '../memory/distil/distil.ts'
import type { AnswerWay } from '../memory/distil/distil-words.ts'
import { createQuestions } from './questions.ts'

type EstimateOrder = {
  project: string
  with: AnswerWay
  limit?: number | null
  spread?: boolean
  runs?: boolean
}
type Act = { jobId: string; act: 'pause' | 'resume' | 'cancel'; caps?: Partial<Caps> | undefined }

/** What can be asked of the work that models do. */
export function createModels(core: Core, curation: Curation) {
  const { store, worker, models } = core
  const { deps, recordings, ways } = models
  const priceOf = (way: AnswerWay) => ways.offers().find((offer) => offer.way === way)?.price ?? NO_PRICE
  const idOf = async (project: string | null) =>
    project === null ? null : (await getProject(store, project)).id

  /** What a model's work over what is left of a project would take. Asks nobody. */
  async function estimate(input: EstimateOrder): Promise<DistilEstimate> {
    const { project, with: way, limit = null, spread = false, runs = false } = input
    const { id: projectId } = await getProject(store, project)
    return await estimateDistil(
      { projectId, with: way, limit, spread, runs },
      { store, priceOf, recording: () => recordings.current()?.lines ?? null },
    )
  }

  /** A model's work is begun by whoever orders it, not by every command that opens the folder. */
  async function begin(): Promise<void> {
    if (worker.isRunning()) await worker.start()
    worker.wake()
  }

  const questions = createQuestions(core)
  return {
    estimate,
    /** Begins it, or lets the open one go on in this way. */
    async order(order: DistilOrder) {
      const paid = order.with === 'openai' || order.with === 'command' ? order.with : null
      const { project, limit = null, spread = false, runs = false } = order
      // A way that is not set up is refused before every request is made to tell what it would cost.
      if (paid) ways.open(paid)
      const expected = paid && (await estimate({ project, with: paid, limit, spread, runs }))
      const ordered = await orderDistil(order, expected, deps)
      await begin()
      return ordered
    },
    status: ({ project }: { project: string }) => distilStatus(project, { store, offers: ways.offers() }),
    async act({ jobId, act, caps }: Act): Promise<null> {
      await findDistilRequest(store, jobId)
      if (act === 'pause') await pauseJob(store, jobId, 'Paused by a person.')
      else if (act === 'cancel') {
        await cancelJob(store, jobId)
        worker.cancelled(jobId)
        worker.ended()
      } else await resumeDistil(store, { jobId, caps })
      await begin()
      return null
    },
    /** Requests that wait for an answer, oldest first; null for all projects. */
    waiting: async ({ project, ...page }: { project: string | null; offset: number; limit: number }) =>
      await listWaitingRequests(store, { projectId: await idOf(project), ...page }),
    request: ({ hash }: { hash: string }): Promise<RequestView> => getRequest(store, hash),
    async answer({ hash, ...given }: GivenAnswer & { hash: string }) {
      const taken = await giveAnswer(store, hash, given)
      await begin()
      return taken
    },
    /** Has a model read a question, or leaves it for whoever has one. An answer that is kept is not asked for again. */
    readQuestion: questions.read,
    /** How a question stands with models, and what asking one would take. Asks nobody. */
    questionStanding: questions.standing,
    /** Kept answers of a project as a recording, line by line. */
    async recording({ project }: { project: string }): Promise<AsyncIterable<string>> {
      const projectId = (await getProject(store, project)).id
      return linesOf(recordedLines(store, projectId))
    },
    /** A recording for the way `recorded`; it stays at hand as long as the process lives. */
    giveRecording: async ({ fileName, text }: { fileName: string; text: string }) =>
      recordings.give(fileName, text),
    /** How many stages of a project have a lesson, and why the others have none. */
    yieldOf: async ({ project }: { project: string }) =>
      await readYield(store, (await getProject(store, project)).id),
    serve: (input: { project: string; extractor: string }) => serveExtractor(input, curation.as()),
    /** Every prompt word for word, with the SHA-256 of its text. */
    prompts: (): PromptView[] =>
      ALL_PROMPTS.map(({ id, purpose, system }) => ({
        id,
        purpose,
        system,
        sha256: createHash('sha256').update(system).digest('hex'),
      })),
  }
}
export type Models = ReturnType<typeof createModels>

async function* linesOf(lines: AsyncIterable<Parameters<typeof recordedLine>[0]>): AsyncGenerator<string> {
  for await (const line of lines) yield `${recordedLine(line)}\n`
}
