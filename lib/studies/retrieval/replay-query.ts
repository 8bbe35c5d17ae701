import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { categorySchema } from '../../memory/category-schema.ts'
import { UserError } from '../../memory/errors.ts'
import { readJsonLines } from '../../memory/text/json-lines.ts'

/** One line of a query file. */
export const replayQuerySchema = z.object({
  /** The query's own instance: its entries are taken out before ranking. */
  id: z.string().min(1).max(200),
  /** A whole task; with a category, what the agent is about to do. */
  text: z.string().trim().min(1).max(200_000),
  category: categorySchema.optional(),
  /** A place in the stream (from 0), an entry id, an instance id (its first episode), or an ISO instant; exclusive. */
  before: z.union([z.number().int().min(0), z.string().min(1).max(200)]).nullish(),
  /** Instances that would help; empty = a one-off, nothing earlier can help. */
  relevant: z.array(z.string()),
  /** Gains for nDCG, 0 to 4; a relevant instance without one counts 1. */
  grades: z.record(z.string(), z.number().min(0).max(4)).optional(),
})
export type ReplayQuery = z.infer<typeof replayQuerySchema>

type Labels = Pick<ReplayQuery, 'id' | 'relevant' | 'grades'>

/** What would help with a query, with its gain: the query's own instance never, a gain of 0 neither. */
export function gradesOf({ id, relevant, grades = {} }: Labels): Map<string, number> {
  const all = new Map(relevant.map((instanceId) => [instanceId, 1]))
  for (const [instanceId, grade] of Object.entries(grades)) all.set(instanceId, grade)
  all.delete(id)
  return new Map([...all].filter(([, grade]) => grade > 0))
}

/** Whether anything would help with a query by its labels. */
export function isLabelled(query: Labels): boolean {
  return gradesOf(query).size > 0
}

/** The sample's labelled questions; `rootPath` is the project's folder. */
export function readSampleQueries(rootPath: string): ReplayQuery[] {
  const text = readFileSync(join(rootPath, 'prisma/sample/queries.jsonl'), 'utf8')
  return readReplayQueries(text, 'queries.jsonl')
}

/** The sample's labelled questions as lines to paste. */
export function exampleQuestions(rootPath: string): string {
  return readSampleQueries(rootPath)
    .map(({ id, text, category, relevant, grades }) =>
      JSON.stringify({ id, text, category, relevant, grades }),
    )
    .join('\n')
}

/** Reads a query file, JSON Lines. Throws a UserError that names the first line at fault. */
export function readReplayQueries(text: string, fileName: string): ReplayQuery[] {
  return readJsonLines(text.replace(/^\uFEFF/, ''), replayQuerySchema, ({ line, isJson, field, message }) => {
    const place = `${fileName}:${line}`
    const fault = isJson ? `${place}, ${field || 'line'}: ${message}.` : `${place} is not JSON.`
    return new UserError('bad-query', fault, {
      hint: 'A line is {"id", "text", "category"?, "before"?, "relevant": [instance id, ...], "grades"?}.',
      place,
    })
  })
}
