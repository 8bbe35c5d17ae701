import { z } from 'zod'
import { retrieveRequestSchema } from './retrieval.ts'

/** A question as a program asks it: what it is told counts as served and is logged, unless it says otherwise. */
export const serveRequestSchema = retrieveRequestSchema.extend({
  /** `durable`: answered when the log is on the disk; else it is written behind the answer, and a kill loses those of the 250 ms before the last answer at most. */
  log: z.union([z.boolean(), z.literal('durable')]).default(true),
  /** The program's own name for the episode it is in; outcomes are reported by it. */
  episode: z.string().trim().min(1).max(200).optional(),
  /** What the program calls itself. */
  agent: z.string().trim().min(1).max(120).optional(),
})
export type ServeRequest = z.infer<typeof serveRequestSchema>

/** How episodes ended, reported by a program that was served in them. */
export const outcomeReportSchema = z.strictObject({
  project: z.string().min(1).max(200),
  agent: z.string().trim().min(1).max(120).optional(),
  outcomes: z
    .array(
      z.strictObject({
        episode: z.string().trim().min(1).max(200),
        outcome: z.enum(['resolved', 'unresolved']),
        /** What it worked on, e.g. a SWE-bench instance: joins runs of the same task without memory. */
        instanceId: z.string().trim().min(1).max(200).nullable().default(null),
      }),
    )
    .min(1)
    .max(1_000),
})
export type OutcomeReport = z.infer<typeof outcomeReportSchema>

/** What a report of outcomes came to. */
export type OutcomeReceipt = {
  episodeCount: number
  /** Served retrievals that have their outcome by it. */
  retrievalCount: number
  /** Episodes that nothing was served to; their outcome is kept all the same. */
  unserved: string[]
}

/** How long the log of served retrievals is kept (ours): the bounds are of one machine's disk. */
export const servedRetentionSchema = z.strictObject({
  /** Null = for ever. */
  days: z.number().int().min(1).max(3_650).nullable().default(90),
  most: z.number().int().min(0).max(1_000_000).default(100_000),
})

/** The log of served retrievals, as the settings show it. */
export type ServedLogView = z.infer<typeof servedRetentionSchema> & {
  count: number
  /** Of the oldest row; null when there is none. */
  since: string | null
  /** About: the newest rows measured, times the count. Null when there is none. */
  bytes: number | null
  /** Not written since the start, because the log was full. */
  droppedCount: number
}
