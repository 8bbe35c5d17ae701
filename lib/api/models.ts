import { createHash } from 'node:crypto'
import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { serveExtractor, serveExtractorSchema } from '../curate/serve-extractor.ts'
import { cancelJob } from '../db/jobs/order-jobs.ts'
import { pauseJob } from '../db/jobs/pauses.ts'
import { readYield } from '../db/models/distillations.ts'
import { getRequest, listWaitingRequests, recordedLines } from '../db/models/model-requests.ts'
import { getProject } from '../db/projects.ts'
import { ALL_PROMPTS } from '../extract/model/prompts/all-prompts.ts'
import { distilStatus, estimateDistil } from '../jobs/distil/distil-status.ts'
import { type GivenAnswer, giveAnswer, givenAnswerSchema } from '../jobs/distil/hand-over.ts'
import { findDistilRequest, orderDistil, resumeDistil } from '../jobs/distil/order-distil.ts'
import { NO_PRICE } from '../llm/openai/chat-settings.ts'
import { recordedLine } from '../llm/recording.ts'
import { capsSchema, distilOrderSchema, type PromptView } from '../memory/distil/distil.ts'
import { ANSWER_WAYS } from '../memory/distil/distil-words.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import { readQuestionSchema } from '../memory/question-reading.ts'
import type { Core } from './core.ts'
import { questionStanding, readQuestion } from './questions.ts'

const projectSchema = z.strictObject({ project: z.string().min(1).max(80) })
const pageSchema = {
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(20),
}
const estimateSchema = projectSchema.extend({
  with: z.enum(ANSWER_WAYS),
  limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
  spread: z.boolean().default(false),
})

export const models = {
  /** How a model's work over a project stands. Asks nobody. */
  distilStatus: query(projectSchema, ({ project }, { store, models: { ways } }: Core) =>
    distilStatus(project, { store, offers: ways.offers() }),
  ),
  /** How many stages of a project have a lesson, and why the others have none. */
  projectYield: query(projectSchema, async ({ project }, { store }: Core) =>
    readYield(store, (await getProject(store, project)).id),
  ),
  /** What a model's work over what is left of a project would take. Asks nobody. */
  estimateDistil: query(estimateSchema, estimate),
  /** Begins a model's work over a project, or lets the open one go on in this way. */
  orderDistil: command(distilOrderSchema, orderLessons, owners),
  /** Pauses, resumes (with other caps) or cancels a model's work. */
  actOnDistil: command(
    z.strictObject({
      jobId: idSchema,
      act: z.enum(['pause', 'resume', 'cancel']),
      caps: capsSchema.partial().optional(),
    }),
    async ({ jobId, act, caps }, core: Core): Promise<null> => {
      const { store, worker } = core
      await findDistilRequest(store, jobId)
      if (act === 'pause') await pauseJob(store, jobId, 'Paused by a person.')
      else if (act === 'cancel') {
        await cancelJob(store, jobId)
        worker.cancelled(jobId)
        worker.ended()
      } else await resumeDistil(store, { jobId, caps })
      await begin(core)
      return null
    },
    owners,
  ),

  /** Requests that wait for an answer, oldest first; without a project those of all. */
  waitingRequests: query(
    z.strictObject({ project: z.string().min(1).max(80).nullable(), ...pageSchema }),
    async ({ project, ...page }, { store }: Core) => {
      const projectId = project === null ? null : (await getProject(store, project)).id
      return await listWaitingRequests(store, { projectId, ...page })
    },
    // A request is handed over word for word: it is known by the hash of its words. Its steps were masked when they were read in.
    { leave: asItIs },
  ),
  /** A request word for word. */
  modelRequest: query(
    z.strictObject({ hash: z.string() }),
    ({ hash }, { store }: Core) => getRequest(store, hash),
    // As above.
    { leave: asItIs },
  ),
  /** Takes the answer to a request. One that does not fit is refused with what is wrong, and the request waits on. */
  giveAnswer: command(
    givenAnswerSchema.extend({ hash: z.string().length(64) }),
    ({ hash, ...given }, core: Core) => takeAnswer(core, hash, given),
  ),
  /** Has a model read a question once: the plan of a whole task, or its category. */
  readQuestion: command(readQuestionSchema, readQuestion, {
    // What is kept is masked before it is asked.
    arrive: asItIs,
  }),
  questionStanding: query(readQuestionSchema, questionStanding),
  /** Kept answers of a project as a recording, line by line. */
  recording: query(
    projectSchema,
    async ({ project }, { store }: Core) =>
      linesOf(recordedLines(store, (await getProject(store, project)).id)),
    // As requests: it is handed on word for word.
    { leave: asItIs },
  ),
  /** Takes a recording for the way `recorded`; it stays at hand as long as the process lives. */
  giveRecording: command(
    z.strictObject({ fileName: z.string().min(1).max(200), text: z.string() }),
    ({ fileName, text }, { models: { recordings } }: Core) => recordings.give(fileName, text),
    // Nothing of it is stored: what its answers become is masked as any answer.
    { ...owners, arrive: asItIs },
  ),

  /** Puts an extractor in service in a project; the answer's revision can be undone. */
  serveExtractor: command(
    serveExtractorSchema,
    (input, { curation }: Core) => serveExtractor(input, curation.as()),
    owners,
  ),
  /** Every prompt word for word, with the SHA-256 of its text. */
  prompts: query(
    z.strictObject({}).optional(),
    (_, __: Core): PromptView[] =>
      ALL_PROMPTS.map(({ id, purpose, system }) => ({
        id,
        purpose,
        system,
        sha256: createHash('sha256').update(system).digest('hex'),
      })),
    { of: 'any' },
  ),
}

/** Begins a model's work over runs of a project. Throws what `orderDistil` throws. */
export async function orderLessons(order: z.output<typeof distilOrderSchema>, core: Core) {
  const { ways, deps } = core.models
  const { with: way, caps: _, after: __, ...asked } = order
  const paid = way === 'openai' || way === 'command' ? way : null
  // A way that is not set up is refused before every request is made to tell what it would cost.
  if (paid) ways.open(paid)
  const ordered = await orderDistil(order, paid && (await estimate({ ...asked, with: paid }, core)), deps)
  await begin(core)
  return ordered
}

async function estimate(input: z.output<typeof estimateSchema>, { store, models }: Core) {
  const { project, ...asked } = input
  const { id: projectId } = await getProject(store, project)
  return await estimateDistil(
    { projectId, ...asked },
    {
      store,
      priceOf: (way) => models.ways.offers().find((offer) => offer.way === way)?.price ?? NO_PRICE,
      recording: () => models.recordings.current()?.lines ?? null,
    },
  )
}

/** A model's work is begun by whoever orders it, not by every command that opens the folder. */
/** Keeps an answer, and has what waited for it go on. */
export async function takeAnswer(core: Core, hash: string, given: GivenAnswer) {
  const taken = await giveAnswer(core.store, hash, given)
  await begin(core)
  return taken
}

async function begin({ worker }: Core): Promise<void> {
  if (worker.isRunning()) await worker.start()
  worker.wake()
}

async function* linesOf(lines: AsyncIterable<Parameters<typeof recordedLine>[0]>): AsyncGenerator<string> {
  for await (const line of lines) yield `${recordedLine(line)}\n`
}
