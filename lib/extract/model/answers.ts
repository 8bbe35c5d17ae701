import { z } from 'zod'
import { categorySchema, stageSchema } from '../../memory/category-schema.ts'
import { experiencePartSchema } from '../../memory/subtask.ts'

/** What a model says of a stage: did it reach its own goal? */
export const judgeAnswerSchema = z.object({
  verdict: z.enum(['correct', 'incorrect', 'undetermined']),
  because: z.string().max(600),
  step: z.number().int(),
  quote: z.string().max(600),
})
export type JudgeAnswer = z.infer<typeof judgeAnswerSchema>
export type Verdict = JudgeAnswer['verdict']

/** What a model distils from a stage. With `keep` false the texts are empty and `why_not` says why. */
export const distilAnswerSchema = z.object({
  keep: z.boolean(),
  why_not: z.string().max(600),
  objective: z.string().max(400),
  keywords: z.array(z.string().max(60)).max(12),
  title: z.string().max(160),
  when: z.string().max(1000),
  do: z.string().max(1000),
  because: z.string().max(1000),
  check: z.string().max(1000),
  cites: z
    .array(z.object({ part: experiencePartSchema, step: z.number().int(), quote: z.string().max(600) }))
    .max(24),
})
export type DistilAnswer = z.infer<typeof distilAnswerSchema>

/** What a memory of whole runs keeps of one: at most three items. */
export const instanceAnswerSchema = z.object({
  outcome: z.enum(['success', 'failure', 'unclear']),
  items: z
    .array(
      z.object({
        title: z.string().min(1).max(160),
        description: z.string().max(400),
        content: z.string().min(1).max(1200),
      }),
    )
    .max(3),
})
export type InstanceAnswer = z.infer<typeof instanceAnswerSchema>

/** The stages of a run, in order and without a gap. */
export const segmentAnswerSchema = z.object({
  stages: z
    .array(z.object({ category: stageSchema, from: z.number().int(), to: z.number().int() }))
    .min(1)
    .max(400),
})
export type SegmentAnswer = z.infer<typeof segmentAnswerSchema>

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
