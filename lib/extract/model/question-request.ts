import { CATEGORIES, type Category } from '../../memory/category.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import {
  CHOICE_PURPOSE,
  type Choice,
  type LessonChoice,
  type QuestionReading,
} from '../../memory/question-reading.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { maskedForModel } from '../mask-texts.ts'
import {
  type CategoryAnswer,
  type ChoiceAnswer,
  categoryAnswerSchema,
  choiceAnswerSchema,
  type PlanAnswer,
  planAnswerSchema,
} from './answers.ts'
import { cut } from './cut.ts'
import { CHOOSE } from './prompts/choose.ts'
import { CATEGORY, PLAN } from './prompts/plan.ts'
import type { Asked } from './requests.ts'

/** Longest text of a question that a model is shown, characters; its middle is left out with a note. Ours: some 3,000 tokens. */
const LONGEST = 12_000

export type QuestionText = { text: string; mode: 'task' | 'subtask' }

/** What a model is asked of a question: the plan of a whole task, or P(z) of what the agent is about to do. Secrets are masked. */
export function questionRequest({ text, mode }: QuestionText): Asked<PlanAnswer | CategoryAnswer> {
  const user = asMaterial(text)
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

/** A text as material between two lines, masked, its middle left out where it is long. */
function asMaterial(text: string): string {
  return `=== TEXT ===\n\n${cut(maskedForModel(text.trim()), LONGEST)}\n\n=== END OF TEXT ===`
}

/** Which of these lessons is the agent given? */
export function choiceRequest({ text, category, lessons }: LessonChoice): Asked<ChoiceAnswer> {
  const shown = lessons.map(({ description, experience }, i) => {
    const parts = EXPERIENCE_PARTS.map((part) => `${part}: ${experience[part]}`)
    return [`Lesson ${i + 1}: ${descriptionText(description)}`, experience.title, ...parts].join('\n')
  })
  const user = [`Category of the stage: ${category}`, asMaterial(text), asMaterial(shown.join('\n\n'))]
  return {
    purpose: CHOICE_PURPOSE,
    prompt: CHOOSE.id,
    system: CHOOSE.system,
    user: user.join('\n\n'),
    schema: choiceAnswerSchema,
  }
}

/** The place of the lesson that was chosen of so many, from 0, or null for none, and why; undefined when the answer does not fit. */
export function choiceOf(value: unknown, lessonCount: number): Choice | undefined {
  const read = choiceAnswerSchema.safeParse(value)
  if (!read.success) return undefined
  const { choice, why } = read.data
  return choice === null
    ? { place: null, why }
    : choice <= lessonCount
      ? { place: choice - 1, why }
      : undefined
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
