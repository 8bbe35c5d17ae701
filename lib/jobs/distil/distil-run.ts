import { getTrajectory } from '../../db/episodes/steps.ts'
import { findJobOrder } from '../../db/jobs/order-jobs.ts'
import { getStages } from '../../db/models/distillations.ts'
import { readRun } from '../../extract/model/read-run.ts'
import type { RunToRead } from '../../extract/model/show-run.ts'
import { type AskInTurn, askInTurn } from './ask-in-turn.ts'
import { distilRequestSchema } from './distil-request.ts'
import { type Home, type KeepDeps, keepLessons } from './keep-lessons.ts'
import type { Turn } from './turns.ts'

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
