import { z } from 'zod'
import { type RetrievalAnswer, retrieveRequestSchema, type Unrelated, type WhatIf } from './retrieval.ts'

/** One way to retrieve over one state of the memory. Absent settings: no floor, the memory as it is now. */
const compareColumnSchema = z.strictObject({
  strategy: z.string().min(1).max(40),
  /** Space of vectors; absent = the store's current one. */
  embedder: z.string().min(1).max(200).optional(),
  /** Lowest cosine that may be injected; only where the score is a cosine of descriptions. */
  floor: z.number().min(-1).max(1).nullable().default(null),
  /** The memory as it was at this instant (UTC), rebuilt from its revisions. */
  asOf: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Only what earlier places of the stream left behind; from 0, exclusive. */
  position: z.number().int().min(0).max(10_000_000).nullable().default(null),
  /** A planned deletion: entry ids, or a filter such as `category:EDIT repo:shop`. Empty = none. */
  without: z.string().trim().max(8_000).default(''),
})
export type CompareColumn = z.infer<typeof compareColumnSchema>

/** One text for one to four columns. */
export const compareRequestSchema = retrieveRequestSchema
  .omit({ strategy: true, floor: true })
  .extend({ columns: z.array(compareColumnSchema).min(1).max(4) })
export type CompareRequest = z.infer<typeof compareRequestSchema>

export type ColumnMemory = {
  /** Store revision of that state. */
  revision: number
  /** Approved entries in scope. */
  entryCount: number
  /** Entries that the planned deletion takes out; null without one. */
  withoutCount: number | null
  /** Entries of that time whose text was purged since, so that they cannot be asked; 0 for the present. */
  goneCount: number
}

/** A column's answer, or why it cannot be asked while the others can: it needs a model, or names what is not there. */
export type ColumnAnswer =
  | {
      column: CompareColumn
      memory: ColumnMemory
      answer: RetrievalAnswer
      /** What is by chance in that memory; null where the score is no cosine of descriptions. */
      unrelated: Unrelated | null
      fault: null
    }
  | { column: CompareColumn; memory: null; answer: null; fault: { message: string; hint: string } }

export type Comparison = {
  columns: ColumnAnswer[]
  /** The same text under each category; null for a whole task, which has none. */
  whatIf: WhatIf | null
}

/** What a page says of a strategy. */
export type StrategyInfo = {
  name: string
  /** Whose method it is our reading of; null when it is the method itself. */
  after: string | null
  needs: 'model' | 'readings' | 'choices' | 'items' | null
  source: string
  unit: 'entry' | 'episode'
  /** True when the verdict's scale applies to its scores. */
  cosineOfDescriptions: boolean
}
