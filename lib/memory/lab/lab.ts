import { z } from 'zod'
import type { Category } from '../category.ts'
import {
  type Hit,
  type Prediction,
  type RetrievalAnswer,
  retrieveRequestSchema,
  type Unrelated,
  type Verdict,
} from '../retrieval.ts'

/** One way to retrieve over one state of the memory. Absent settings: no floor, the memory as it is now. */
export const labColumnSchema = z.strictObject({
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
export type LabColumn = z.infer<typeof labColumnSchema>

/** One text for one to four columns. */
export const labRequestSchema = retrieveRequestSchema
  .omit({ strategy: true, floor: true })
  .extend({ columns: z.array(labColumnSchema).min(1).max(4) })
export type LabRequest = z.infer<typeof labRequestSchema>

/** What a column looked at. */
export type LabMemory = {
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
export type LabColumnAnswer =
  | {
      column: LabColumn
      memory: LabMemory
      answer: RetrievalAnswer
      /** What is by chance in that memory; null where the score is no cosine of descriptions. */
      unrelated: Unrelated | null
      fault: null
    }
  | { column: LabColumn; memory: null; answer: null; fault: { message: string; hint: string } }

/** The same entry in several columns. */
export type LabJoin = {
  entryId: string
  /** Rank in each column, from 1; null where it is not among the rows shown. */
  ranks: (number | null)[]
}

export type LabComparison = {
  columns: LabColumnAnswer[]
  /** Entries that stand in two columns or more, the best placed first. */
  joined: LabJoin[]
}

/** What one wrong turn costs: the same text behind another wall. */
export type WrongTurn = {
  category: Category
  kept: number
  best: Hit | null
  verdict: Verdict
  /** Best score of the right category minus the best here; null when one of the two has none. */
  similarityLost: number | null
  /** Grade of the winner, 0..3, where the text has labels; null without labels. */
  grade: number | null
  /** Grade of the right category's winner minus this one's; null without labels. */
  relevanceLost: number | null
}

export type WrongTurns = {
  /** The category taken as right: named by the caller, else the likeliest. */
  right: Category
  turns: WrongTurn[]
  predicted: Prediction
  /** What `soft` would inject with the predicted prior, whatever was named; null when it ranks nothing. */
  soft: { hit: Hit; grade: number | null; isOfRight: boolean } | null
  /** Who says what is relevant; null when nobody has. */
  labels: { source: 'written' | 'measured'; from: string; count: number } | null
}

/** Labels of one text: a grade by instance (the sample's) or by entry (persons'). */
export type TextLabels = {
  source: 'written' | 'measured'
  from: string
  byInstance: Record<string, number>
  byEntry: Record<string, number>
}
