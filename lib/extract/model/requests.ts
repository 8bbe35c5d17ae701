import type { z } from 'zod'
import { maskedForModel } from '../mask-texts.ts'
import { type LessonsAnswer, lessonsAnswerSchema } from './answers.ts'
import { LESSONS, type LessonsPrompt } from './prompts/lessons.ts'
import { type RunToRead, showRun } from './show-run.ts'

/** What is asked of a language model: the seam of lib/llm takes it as it is. */
export interface Asked<T> {
  purpose: string
  /** Name and version of the prompt. */
  prompt: string
  system: string
  user: string
  schema: z.ZodType<T>
}

/** What should other agents learn from this run? One request, two for a run that is too long for one. */
export function lessonRequests(
  run: RunToRead,
  { id, system, most }: LessonsPrompt = LESSONS,
): Asked<LessonsAnswer>[] {
  const schema = lessonsAnswerSchema(most)
  return showRun(run).map((user) => ({ purpose: 'lessons', prompt: id, system, user, schema }))
}

/** The same question once more, with the answer that was refused and what is wrong with it. */
export function retryRequest<T>(asked: Asked<T>, answer: T, faults: readonly string[]): Asked<T> {
  return {
    ...asked,
    user: `${asked.user}\n\nYour last answer was refused:\n${maskedForModel(JSON.stringify(answer))}\n\nWhat is wrong with it:\n${faults.map((fault) => `- ${fault}`).join('\n')}\n\nAnswer again, whole, with these mended.`,
  }
}
