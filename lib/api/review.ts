import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { listFindingsOf } from '../db/findings/findings.ts'
import { getProject } from '../db/projects.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { orderDetection } from '../jobs/detect-project.ts'
import { findOriginals } from '../jobs/look-alike.ts'
import { reportQuality } from '../jobs/quality-report.ts'
import { command, query } from '../memory/operation.ts'
import { queueSchema, type ReviewQueue } from '../memory/review.ts'
import { getTask, listQueues } from '../review/all-tasks.ts'
import { decisionSchema, type ReviewDeps, settle, takeBack } from '../review/review.ts'
import { readJudgedHeads } from '../review/tasks/finding.ts'
import type { Core } from './core.ts'
import { readStageText } from './drawn.ts'
import { takeAnswer } from './models.ts'

const projectSchema = z.strictObject({ projectId: idSchema })
const signedQueueSchema = queueSchema.extend({ by: z.string().trim().min(1, 'Say who reviews.').max(80) })

export const reviewApi = {
  /** Every queue of a project in a line, and when its detectors last looked; null = never. */
  reviewQueues: query(projectSchema, async ({ projectId }, core: Core) => {
    const { scan, unseenCount } = await readWorklistHeads(core.store, projectId)
    return { queues: await listQueues(projectId, depsOf(core)), scannedAt: scan?.at ?? null, unseenCount }
  }),
  reviewQueue: query(
    queueSchema,
    async (asked, core: Core): Promise<ReviewQueue> => {
      const task = getTask(asked.task)
      const { isBlind } = task
      return { ...(await task.read(asked, depsOf(core))), isBlind, verdicts: task.verdicts(asked) }
    },
    { leave: butAsked },
  ),
  /** Keeps a verdict and does what it means. */
  settleReview: command(decisionSchema, (decision, core: Core) =>
    settle(getTask(decision.task), decision, depsOf(core)),
  ),
  /** Takes a verdict back with what it did; without an id the reviewer's last one in the queue. */
  takeBackReview: command(signedQueueSchema.extend({ id: idSchema.optional() }), (asked, core: Core) =>
    takeBack(getTask(asked.task), asked, depsOf(core)),
  ),
  /** Gives a reviewer the next items that nobody claimed. */
  claimReview: command(
    signedQueueSchema.extend({ count: z.number().int().min(1).max(200) }),
    async (asked, core: Core) => (await getTask(asked.task).claim?.(asked, depsOf(core))) ?? { ids: [] },
  ),
  /** Gives back the items that a reviewer claimed and did not decide. */
  releaseReview: command(
    signedQueueSchema,
    async (asked, core: Core) => (await getTask(asked.task).release?.(asked, depsOf(core))) ?? { count: 0 },
  ),
  /** What each detector found, in a line. */
  worklists: query(projectSchema, ({ projectId }, { store }: Core) => readJudgedHeads(store, projectId)),
  findingsOf: query(z.strictObject({ entryId: idSchema }), ({ entryId }, { store }: Core) =>
    listFindingsOf(store, entryId),
  ),
  /** Has the detectors look through a project, in the background. */
  scan: command(projectSchema, async ({ projectId }, { store, worker }: Core): Promise<null> => {
    await orderDetection(store, projectId)
    worker.wake()
    return null
  }),
  /** What the detectors make of a project; on the sample with precision and recall on planted trouble. */
  quality: query(
    z.strictObject({
      project: z.string().min(1).max(80),
      examples: z.coerce.number().int().min(0).max(1000).default(0),
      seed: z.coerce.number().int().min(0).default(1),
      meaning: z.boolean().default(false),
    }),
    async (input, { store, rootPath, detect, listPairs, sentences }: Core) => {
      const { id: projectId } = await getProject(store, input.project)
      const embedMeaning = (texts: readonly string[]) => sentences.embed(texts, 'work')
      return await reportQuality(
        { ...input, projectId },
        { store, rootPath, detect, listPairs, embedMeaning },
      )
    },
  ),
}

function depsOf(core: Core): ReviewDeps {
  const { store, curation, loosePairs, spaces, judging } = core
  return {
    store,
    loosePairs,
    pairsOf: judging.pairsOf,
    as: (by) => curation.as(by),
    async originals(entries) {
      const { id: model, retired } = spaces.current()
      return await findOriginals(entries, { store, retired: await retired(), model })
    },
    giveAnswer: (hash, given) => takeAnswer(core, hash, given),
    stageText: (stage) => readStageText(stage, store),
  }
}

/** What was asked is told back as it was asked: a link or a filter with dots in it would mean something else. */
function butAsked(queue: ReviewQueue): ReviewQueue {
  const masked = maskTexts(queue)
  return queue.sample && masked.sample
    ? { ...masked, sample: { ...masked.sample, asked: queue.sample.asked } }
    : masked
}
