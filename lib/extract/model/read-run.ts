import type { Trajectory } from '../../memory/trajectory.ts'
import { instanceAnswerSchema, segmentAnswerSchema } from './answers.ts'
import { faultsOfItems, faultsOfStages } from './episode-answers.ts'
import { type AnswerOf, withOneRetry } from './extract-with-model.ts'
import { type Asked, instanceRequest, segmentRequest } from './requests.ts'

/** What a model is asked of a whole run: where its stages lie, and what a memory of whole runs keeps of it. */
export const RUN_READINGS = ['segment', 'instance'] as const
type RunReadingKind = (typeof RUN_READINGS)[number]

/** What came of it: the checked answer, or why it could not be used after its one retry. */
type RunRead = { value: unknown | null; refusedBecause: string | null }

/** The next request that a reading of a run needs, or the reading. Pure, as `extractWithModel` is. */
export function readRunWithModel(
  kind: RunReadingKind,
  trajectory: Trajectory,
  answerOf: AnswerOf,
): { need: Asked<unknown> } | { done: RunRead } {
  const settled =
    kind === 'segment'
      ? withOneRetry(segmentRequest(trajectory), answerOf, (answer) =>
          faultsOfStages(segmentAnswerSchema.parse(answer), trajectory.steps.length),
        )
      : withOneRetry(instanceRequest(trajectory), answerOf, (answer) =>
          faultsOfItems(instanceAnswerSchema.parse(answer), trajectory),
        )
  if ('need' in settled) return settled
  const refusedBecause = settled.faults.length > 0 ? settled.faults.join('; ') : null
  return { done: { value: refusedBecause === null ? settled.answer : null, refusedBecause } }
}
