import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { QuestionReading } from '../../memory/question-reading.ts'
import { maskedForModel } from '../mask-texts.ts'
import { type CategoryAnswer, categoryAnswerSchema, type PlanAnswer, planAnswerSchema } from './answers.ts'
import { cut } from './cut.ts'
import { CATEGORY, PLAN } from './prompts/plan.ts'
import type { Asked } from './requests.ts'

/** Longest text of a question that a model is shown, characters; its middle is left out with a note. Ours: some 3,000 tokens. */
const LONGEST = 12_000

export type QuestionText = { text: string; mode: 'task' | 'subtask' }

/** What a model is asked of a question: the plan of a whole task, or P(z) of what the agent is about to do. Secrets are masked. */
export function questionRequest({ text, mode }: QuestionText): Asked<PlanAnswer | CategoryAnswer> {
  const user = `=== TEXT ===\n\n${cut(maskedForModel(text.trim()), LONGEST)}\n\n=== END OF TEXT ===`
  return mode === 'task'
    ? { purpose: 'plan', prompt: PLAN.id, system: PLAN.system, user, schema: planAnswerSchema }
    : {
        purpose: 'category',
        prompt: CATEGORY.id,
        system: CATEGORY.system,
        user,
        schema: categoryAnswerSchema,
      }
}

/** An answer to it in the product's own terms; null when it does not fit (any more). */
export function questionReading(mode: QuestionText['mode'], value: unknown): QuestionReading | null {
  if (mode === 'task') {
    const read = planAnswerSchema.safeParse(value)
    if (!read.success) return null
    const plan = read.data.plan.map(({ category, objective, keywords }) => ({
      category,
      description: {
        objective: objective.trim(),
        keywords: keywords.map((word) => word.trim().toLowerCase()),
      },
    }))
    return { plan, probabilities: null }
  }
  const read = categoryAnswerSchema.safeParse(value)
  if (!read.success) return null
  const total = CATEGORIES.reduce((sum, category) => sum + read.data[category], 0)
  if (total === 0) return null
  const share = (category: Category) => read.data[category] / total
  return {
    plan: null,
    probabilities: {
      ANALYZE: share('ANALYZE'),
      REPRODUCE: share('REPRODUCE'),
      EDIT: share('EDIT'),
      VERIFY: share('VERIFY'),
    },
  }
}
