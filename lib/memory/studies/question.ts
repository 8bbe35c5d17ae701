import { z } from 'zod'
import { categorySchema } from '../entry.ts'

/** A question to a memory, with labels or without. */
export const questionSchema = z.object({
  /** Of its own instance: entries of that one are taken out before ranking. */
  id: z.string().min(1).max(200),
  /** A whole task; with a category, what the agent is about to do. */
  text: z.string().trim().min(1).max(200_000),
  category: categorySchema.optional(),
  /** A place in the stream (from 0), an entry id, an instance id (its first episode), or an ISO instant; exclusive. */
  before: z.union([z.number().int().min(0), z.string().min(1).max(200)]).nullish(),
  /** Instances that would help; empty = nothing earlier can help, or nobody said. */
  relevant: z.array(z.string()).default([]),
  /** Gains for nDCG, 0 to 4; a relevant instance without one counts 1. */
  grades: z.record(z.string(), z.number().min(0).max(4)).optional(),
})
export type Question = z.infer<typeof questionSchema>

type Labels = Pick<Question, 'id' | 'relevant' | 'grades'>

/** What would help with a question, with its gain: its own instance never, a gain of 0 neither. */
export function gradesOf({ id, relevant, grades = {} }: Labels): Map<string, number> {
  const all = new Map(relevant.map((instanceId) => [instanceId, 1]))
  for (const [instanceId, grade] of Object.entries(grades)) all.set(instanceId, grade)
  all.delete(id)
  return new Map([...all].filter(([, grade]) => grade > 0))
}

/** Whether anything would help with a question by its labels. */
export function isLabelled(question: Labels): boolean {
  return gradesOf(question).size > 0
}
