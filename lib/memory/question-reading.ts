import { z } from 'zod'
import type { Category } from './category.ts'
import { ANSWER_WAYS, type AnswerWay } from './distil/distil-words.ts'
import { categorySchema, type Intent, type MemoryEntry } from './entry.ts'
import { questionSchema } from './studies/question.ts'

/** Who reads a question: makes the plan of a whole task, or says how likely each category is of what the agent is about to do. */
export const PLANNERS = ['rules', 'model'] as const

/** What requests to read a question are for, by the name they are kept under. */
export const READ_PURPOSES = ['plan', 'category'] as const
/** And to choose among the lessons that were found for it. */
export const CHOICE_PURPOSE = 'choose'

/** Lessons that a model chooses from at most. Ours: of the sample's questions with a lesson that helps 95 % have it among the first three. */
export const MOST_TO_CHOOSE = 3

/** A question with the lessons that were found for it, best first. */
export type LessonChoice = {
  text: string
  category: Category
  lessons: readonly Pick<MemoryEntry, 'description' | 'experience'>[]
}

/** What a model chose of them: its place from 0, or null for none, and why in its own words. */
export type Choice = { place: number | null; why: string }

/** What was read in a question: stages in the order of the work for a whole task, else P(z). */
export type QuestionReading =
  | { plan: Intent[]; probabilities: null }
  | { plan: null; probabilities: Record<Category, number> }

/** Who read a question, and why not who was wanted. Null = nobody said it. */
export const plannedBySchema = z.object({
  by: z.enum(PLANNERS),
  /** `rules-v1`, or the model as far as it is named. */
  name: z.string().nullable(),
  /** The way to the model. */
  provider: z.string().nullable(),
  /** Id and version of the prompt. */
  prompt: z.string().nullable(),
  at: z.string().nullable(),
  /** Why the rules answer although a model was wanted: one sentence; null when nothing went wrong. */
  note: z.string().nullable(),
})
export type PlannedBy = z.infer<typeof plannedBySchema>

/** A question that a model is to read once. Without a way: what is set up, else hand-over. */
export const readQuestionSchema = z.strictObject({
  project: z.string().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
  /** `choice`: one of the first three lessons for it, or none. */
  mode: z.enum(['task', 'subtask', 'choice']).default('task'),
  /** Of a choice: the category of the stage; without one a whole task is asked as the rules plan it. */
  category: categorySchema.optional(),
  /** Of a choice: the question's own instance and moment, as replays leave them out. */
  instance: z.string().min(1).max(200).optional(),
  before: questionSchema.shape.before,
  /** Of a choice: the space of vectors; the current one when absent. */
  embedder: z.string().min(1).max(200).optional(),
  with: z.enum(ANSWER_WAYS).optional(),
})

/** What became of it. `late`: the model is still at work, and its answer is kept when it comes. */
export type QuestionRead = {
  /** Name of the request, as of all that models are asked. */
  hash: string
  state: 'read' | 'waits' | 'late' | 'failed'
  /** Why there is no answer, in a sentence; null when there is one. */
  note: string | null
}

/** How a question stands with models, and what a press would do. Null = unknown. */
export type QuestionStanding = {
  hash: string
  /** `none`: never asked. `refused`: asked, and the answer could not be used. */
  state: 'none' | 'waits' | 'read' | 'refused'
  /** Who read it. */
  by: PlannedBy | null
  /** What it took, where somebody was asked. */
  took: {
    inputTokens: number | null
    outputTokens: number | null
    costUsd: number | null
    latencyMs: number | null
  } | null
  /** The way that would be asked, and its model or program; null = none is set up, and the request waits for whoever answers it. */
  way: { with: AnswerWay; what: string | null; fault: string | null }
  inputTokens: number
  outputTokens: number
  priceUsd: number | null
}
