import { getTrajectory } from '../../db/episodes/steps.ts'
import { findJobOrder } from '../../db/jobs/open-jobs.ts'
import { getStages } from '../../db/models/distillations.ts'
import {
  type AnswerOf,
  extractWithModel,
  type ModelExtraction,
} from '../../extract/model/extract-with-model.ts'
import type { Asked, StageToRead } from '../../extract/model/requests.ts'
import { requestHash } from '../../llm/complete.ts'
import { type AskInTurn, askInTurn } from './ask-in-turn.ts'
import { distilRequestSchema } from './distil-request.ts'
import { type Home, type KeepDeps, keepExperience } from './keep-experience.ts'
import { isWholeRun, readRun } from './read-run.ts'
import type { Turn } from './turns.ts'

export type DistilDeps = KeepDeps & AskInTurn & { turn: () => Turn }

type Item = { itemId: string; jobId: string; target: string; signal?: AbortSignal }

/**
 * Judges and distils one subtask by model, or has it read a whole run: the answers that are kept are used, the next one is asked for,
 * as often as it takes. By hand-over the item waits for the answer instead. When the way to the model fails, the job pauses and the
 * item waits on.
 */
export async function distilItem(item: Item, deps: DistilDeps): Promise<void> {
  const { before, end } = deps.turn()
  try {
    // Kept answers are at hand, so that their entries can be numbered in the order of the stages: the same recording gives the same memory.
    if (await isRecorded(item, deps)) await before
    if (isWholeRun(item)) return await readRun(item, deps)
    const { stage, home } = await readStage(item.target, deps)
    const asker = { subtaskId: item.target, projectId: home.projectId }
    const got = await askInTurn(item, asker, (answerOf: AnswerOf) => extractWithModel(stage, answerOf), deps)
    if (got) await keepExperience(item, home, got.done, got.hash, deps)
  } finally {
    end()
  }
}

async function isRecorded({ jobId }: Item, { store }: Pick<DistilDeps, 'store'>): Promise<boolean> {
  const request = (await findJobOrder(store, jobId))?.request
  return distilRequestSchema.parse(request).with === 'recorded'
}

/** What the extractor makes of the answers at hand. A kept answer that it cannot read any more counts as none. */
export function advance(
  stage: StageToRead,
  answers: ReadonlyMap<string, unknown>,
): { need: Asked<unknown> } | { done: ModelExtraction } {
  return extractWithModel(stage, (asked) => answers.get(requestHash(asked)) ?? null)
}

/** A subtask with its run, as the extractor reads it, and where what it makes belongs. */
export async function readStage(
  subtaskId: string,
  { store }: Pick<DistilDeps, 'store'>,
): Promise<{ stage: StageToRead; home: Home }> {
  const { episodeId, segments, segment } = await getStages(store, subtaskId)
  const { trajectory, projectId, position } = await getTrajectory(store, episodeId)
  const { instanceId, repo } = trajectory
  return {
    stage: { trajectory, segments, segment },
    home: { subtaskId, episodeId, projectId, instanceId, repo, position, segment },
  }
}
