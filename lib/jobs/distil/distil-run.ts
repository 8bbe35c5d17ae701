import { getTrajectory } from '../../db/episodes/steps.ts'
import { findJobOrder } from '../../db/jobs/order-jobs.ts'
import { giveBackItem, holdItem } from '../../db/jobs/pauses.ts'
import { getStages } from '../../db/models/distillations.ts'
import { type Asker, findAnswer, putRequest } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import { type AnswerOf, readRun } from '../../extract/model/read-run.ts'
import type { Asked } from '../../extract/model/requests.ts'
import type { RunToRead } from '../../extract/model/show-run.ts'
import { type Completer, requestHash } from '../../llm/complete.ts'
import { isOfTheWay } from '../../llm/retry.ts'
import { UserError } from '../../memory/errors.ts'
import type { AskModel } from './ask-model.ts'
import { openCallBook } from './call-book.ts'
import { type DistilRequest, distilRequestSchema } from './distil-request.ts'
import { type Home, type KeepDeps, keepLessons } from './keep-lessons.ts'

export type DistilDeps = KeepDeps & AskInTurn & { turn: () => Turn }

type Item = { itemId: string; jobId: string; target: string; signal?: AbortSignal }

/**
 * Has a model read one run: the answers that are kept are used, the next one is asked for, as often as it takes. By hand-over the item
 * waits for the answer instead. When the way to the model fails, the job pauses and the item waits on.
 */
export async function distilRun(item: Item, deps: DistilDeps): Promise<void> {
  const { before, end } = deps.turn()
  try {
    // Kept answers are at hand, so that their entries can be numbered in the order of the runs: the same recording gives the same memory.
    if (await isRecorded(item, deps)) await before
    const { run, home } = await findRun(item.target, deps)
    const asker = { subtaskId: home.subtaskIds[0] ?? '', projectId: home.projectId }
    const got = await askInTurn(item, asker, (answerOf) => readRun(run, answerOf), deps)
    if (got) await keepLessons(home, got.done, { itemId: item.itemId, hash: got.hash }, deps)
  } finally {
    end()
  }
}

async function isRecorded({ jobId }: Item, { store }: Pick<DistilDeps, 'store'>): Promise<boolean> {
  const request = (await findJobOrder(store, jobId))?.request
  return distilRequestSchema.parse(request).with === 'recorded'
}

/** A run as the extractor reads it, and where what it makes belongs. Throws UserError `no-such-run`. */
export async function findRun(
  episodeId: string,
  { store }: Pick<DistilDeps, 'store'>,
): Promise<{ run: RunToRead; home: Home }> {
  const stages = await getStages(store, episodeId)
  const { trajectory, projectId, position } = await getTrajectory(store, episodeId)
  const { instanceId, repo } = trajectory
  const segments = stages.map(({ segment }) => segment)
  const subtaskIds = stages.map(({ subtaskId }) => subtaskId)
  return {
    run: { trajectory, segments },
    home: { episodeId, projectId, instanceId, repo, position, segments, subtaskIds },
  }
}

type AskInTurn = {
  store: Store
  ask: AskModel
  /** The way to a model. Throws UserError `no-model` when it is not set up (any more). */
  completer: (way: Exclude<DistilRequest['with'], 'handover'>) => Completer
}

/**
 * Gets the answers that an item's work needs, one after the other: those that are kept, else new ones, in the way its job was ordered
 * with. Null when the item waits: by hand-over for an answer, or because the way to the model failed, which pauses the job.
 */
async function askInTurn<Done>(
  item: { itemId: string; jobId: string; signal?: AbortSignal },
  asker: Asker,
  advance: (answerOf: AnswerOf) => { need: Asked<unknown> } | { done: Done },
  { store, ask, completer }: AskInTurn,
): Promise<{ done: Done; hash: string | null } | null> {
  const request = (await findJobOrder(store, item.jobId))?.request
  const { with: way, ...order } = distilRequestSchema.parse(request)
  const book = openCallBook(store, { jobId: item.jobId, ...order })
  const answers = new Map<string, unknown>()
  let last: string | null = null
  for (;;) {
    const progress = advance((asked) => answers.get(requestHash(asked)) ?? null)
    if ('done' in progress) return { done: progress.done, hash: last }
    const hash = requestHash(progress.need)
    if (way === 'handover') {
      const answer = await store.record(async (tx) => {
        const known = await findAnswer(tx, await putRequest(store, tx, progress.need, asker))
        if (!known) await holdItem(tx, item.itemId, hash)
        return known
      })
      if (!answer) return null
      answers.set(hash, answer.value)
    } else {
      try {
        const answer = await ask(progress.need, asker, completer(way), book, item.signal)
        answers.set(hash, answer.value)
      } catch (fault) {
        // Stopped or cancelled: the worker puts the item back, and its job is not to pause for it.
        if (!(fault instanceof UserError) || !isOfTheWay(fault) || item.signal?.aborted) throw fault
        await giveBackItem(store, item, `${fault.message} ${fault.hint}`)
        return null
      }
    }
    last = hash
  }
}

/** The place of an item among those that were begun: `before` ends when the one before it has ended. */
export type Turn = { before: Promise<void>; end: () => void }

/** Gives each item its turn, in the order in which they ask. */
export function createTurns(): () => Turn {
  let last = Promise.resolve()
  return () => {
    const before = last
    const own = Promise.withResolvers<void>()
    last = own.promise
    return { before, end: own.resolve }
  }
}
