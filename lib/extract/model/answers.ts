import { z } from 'zod'
import { CURES, categorySchema, experiencePartSchema, kindSchema } from '../../memory/entry.ts'

const place = z.number().int().min(1).max(100_000)

const lessonSchema = z.object({
  subtask: place,
  category: categorySchema,
  objective: z.string().max(400),
  keywords: z.array(z.string().max(60)).max(12),
  title: z.string().max(160),
  kind: kindSchema.exclude(['undetermined']),
  when: z.string().max(1000),
  do: z.string().max(1000),
  because: z.string().max(1000),
  check: z.string().max(1000).nullable(),
  worth: z.number().int().min(0).max(3),
  cure: z.enum(CURES),
  cites: z.array(z.object({ part: experiencePartSchema, step: place, quote: z.string().max(600) })).max(16),
})
export type LessonAnswer = z.infer<typeof lessonSchema>

/** What a model keeps of a whole run: at most so many lessons, and the stages whose category it corrects. */
export const lessonsAnswerSchema = (most: number) =>
  z.object({
    stages: z.array(z.object({ subtask: place, category: categorySchema, why: z.string().max(300) })).max(40),
    lessons: z.array(lessonSchema).max(most),
  })
export type LessonsAnswer = z.infer<ReturnType<typeof lessonsAnswerSchema>>

/** The stages that a whole task needs, in the order of the work. */
export const planAnswerSchema = z.object({
  plan: z
    .array(
      z.object({
        category: categorySchema,
        objective: z.string().min(1).max(300),
        keywords: z.array(z.string().min(1).max(60)).min(1).max(8),
      }),
    )
    .min(1)
    .max(6),
})
export type PlanAnswer = z.infer<typeof planAnswerSchema>

const share = z.number().min(0).max(1)

/** How likely each category is; divided by their sum before use. */
export const categoryAnswerSchema = z.object({
  ANALYZE: share,
  REPRODUCE: share,
  EDIT: share,
  VERIFY: share,
})
export type CategoryAnswer = z.infer<typeof categoryAnswerSchema>

/** One of the first three lessons, or none of them. */
export const choiceAnswerSchema = z.object({
  choice: z.number().int().min(1).max(3).nullable(),
  why: z.string().max(600),
})
export type ChoiceAnswer = z.infer<typeof choiceAnswerSchema>
