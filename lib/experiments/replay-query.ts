import { z } from 'zod'
import { categorySchema } from '../memory/category-schema.ts'
import { UserError } from '../memory/errors.ts'

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

/** What would help with a query, with its gain: the query's own instance never, a gain of 0 neither. */
export function gradesOf({
  id,
  relevant,
  grades = {},
}: Pick<ReplayQuery, 'id' | 'relevant' | 'grades'>): Map<string, number> {
  const all = new Map(relevant.map((instanceId) => [instanceId, 1]))
  for (const [instanceId, grade] of Object.entries(grades)) all.set(instanceId, grade)
  all.delete(id)
  return new Map([...all].filter(([, grade]) => grade > 0))
}

/** Whether anything would help with a query by its labels. */
export function isLabelled(query: Pick<ReplayQuery, 'id' | 'relevant' | 'grades'>): boolean {
  return gradesOf(query).size > 0
}

/** Reads a query file, JSON Lines. Throws a UserError that names the first line at fault. */
export function readReplayQueries(text: string, fileName: string): ReplayQuery[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((line, i) => (line.trim() === '' ? [] : [readQuery(line, `${fileName}:${i + 1}`)]))
}

const QUERY_HINT =
  'A line is {"id", "text", "category"?, "before"?, "relevant": [instance id, ...], "grades"?}.'

function readQuery(line: string, place: string): ReplayQuery {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new UserError('bad-query', `${place} is not JSON.`, { hint: QUERY_HINT, place })
  }
  const parsed = replayQuerySchema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw new UserError('bad-query', `${place}, ${field || 'line'}: ${issue?.message ?? 'not a query'}.`, {
    hint: QUERY_HINT,
    place,
  })
}
