import { getTrajectory } from '../../db/episodes/steps.ts'
import { finishItem } from '../../db/jobs/work-queue.ts'
import { findFirstSubtaskId, putRunReadings, type RunReading } from '../../db/models/run-readings.ts'
import { masked } from '../../extract/mask-texts.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/extract-with-model.ts'
import { RUN_READINGS, readRunWithModel } from '../../extract/model/read-run.ts'
import { UserError } from '../../memory/errors.ts'
import { type AskInTurn, askInTurn } from './ask-in-turn.ts'

/** Whether an item of such a job is a whole run, not one of its stages. */
export function isWholeRun({ target }: { target: string }): boolean {
  return target.startsWith('ep_')
}

/**
 * Has a model divide a run into stages and say what a memory of whole runs keeps of it, then keeps both and finishes the item in one
 * transaction. What is not answered yet is waited for.
 */
export async function readRun(
  item: { itemId: string; jobId: string; target: string; signal?: AbortSignal },
  deps: AskInTurn,
): Promise<void> {
  const { store } = deps
  const episodeId = item.target
  const { trajectory, projectId } = await getTrajectory(store, episodeId)
  const subtaskId = await findFirstSubtaskId(store, episodeId)
  if (subtaskId === null)
    throw new UserError('no-such-subtask', 'This run has no stages.', { hint: 'Import it again.' })
  const readings: RunReading[] = []
  for (const kind of RUN_READINGS) {
    const asker = { subtaskId, projectId }
    const got = await askInTurn(item, asker, (answer) => readRunWithModel(kind, trajectory, answer), deps)
    if (got === null) return
    const { value, refusedBecause } = got.done
    readings.push({ episodeId, kind, value: maskAll(value), refusedBecause, hash: got.hash ?? '' })
  }
  const note = { by: MODEL_EXTRACTOR, verb: 'read-run', reason: trajectory.instanceId, projectId }
  await store.write(note, async (tx, revise) => {
    await revise() // what ranks whole runs has to look again
    await putRunReadings(store, tx, readings)
    await finishItem(store, tx, item.itemId, {
      readings: readings.length,
      refused: readings.filter(({ refusedBecause }) => refusedBecause !== null).length,
    })
  })
}

function maskAll(value: unknown): unknown {
  return value === null
    ? null
    : JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? masked(one) : one))
}
