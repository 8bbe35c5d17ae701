import type { z } from 'zod'
import type { Segment } from '../../memory/subtask.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import { maskedForModel } from '../mask-texts.ts'
import {
  type DistilAnswer,
  distilAnswerSchema,
  type InstanceAnswer,
  instanceAnswerSchema,
  type JudgeAnswer,
  judgeAnswerSchema,
  type SegmentAnswer,
  segmentAnswerSchema,
} from './answers.ts'
import { DISTIL } from './prompts/distil.ts'
import { INSTANCE } from './prompts/instance.ts'
import { JUDGE } from './prompts/judge.ts'
import { SEGMENT } from './prompts/segment.ts'
import { showStage, showWhole, stepsInWords } from './show-run.ts'

/** What is asked of a language model: the seam of lib/llm takes it as it is. */
export interface Asked<T> {
  purpose: string
  /** Name and version of the prompt. */
  prompt: string
  system: string
  user: string
  schema: z.ZodType<T>
}

/** One stage of a run, as the extractor is given it. */
export interface StageToRead {
  /** Secrets already masked. */
  trajectory: Trajectory
  /** All stages of the run, in order. */
  segments: readonly Segment[]
  segment: Segment
}

/** Did this stage reach its goal? */
export function judgeRequest({ trajectory, segments, segment }: StageToRead): Asked<JudgeAnswer> {
  return {
    purpose: 'judge',
    prompt: JUDGE.id,
    system: JUDGE.system,
    user: `${showStage(trajectory, segments, segment).text}\n\nJudge the ${segment.category} stage, ${stepsInWords(segment)}.`,
    schema: judgeAnswerSchema,
  }
}

/** What should another agent learn from it? The prompt is the one that fits the verdict. */
export function distilRequest(
  { trajectory, segments, segment }: StageToRead,
  { verdict, because }: Pick<JudgeAnswer, 'verdict' | 'because'>,
): Asked<DistilAnswer> {
  const { id, system } = DISTIL[verdict]
  return {
    purpose: 'distil',
    prompt: id,
    system,
    user: `${showStage(trajectory, segments, segment).text}\n\nDistil the ${segment.category} stage, ${stepsInWords(segment)}. It was judged ${verdict}: ${because.trim()}`,
    schema: distilAnswerSchema,
  }
}

/** What should a memory of whole runs keep of this one? */
export function instanceRequest(trajectory: Trajectory): Asked<InstanceAnswer> {
  return {
    purpose: 'instance',
    prompt: INSTANCE.id,
    system: INSTANCE.system,
    user: showWhole(trajectory).text,
    schema: instanceAnswerSchema,
  }
}

/** Where do the stages of this run begin and end? */
export function segmentRequest(trajectory: Trajectory): Asked<SegmentAnswer> {
  const { length } = trajectory.steps
  return {
    purpose: 'segment',
    prompt: SEGMENT.id,
    system: SEGMENT.system,
    user: `${showWhole(trajectory).text}\n\nThe run has ${length} steps.`,
    schema: segmentAnswerSchema,
  }
}

/** The same question once more, with the answer that was refused and what is wrong with it. */
export function retryRequest<T>(asked: Asked<T>, answer: T, faults: readonly string[]): Asked<T> {
  return {
    ...asked,
    user: `${asked.user}\n\nYour last answer was refused:\n${maskedForModel(JSON.stringify(answer))}\n\nWhat is wrong with it:\n${faults.map((fault) => `- ${fault}`).join('\n')}\n\nAnswer again, whole, with these mended.`,
  }
}
