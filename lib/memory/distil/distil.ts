import { z } from 'zod'
import type { JobView } from '../views/jobs.ts'
import { ANSWER_WAYS, type AnswerWay } from './distil-words.ts'

/** Limits of what is asked; null = none. Days begin at 0:00 UTC. */
export const capsSchema = z.strictObject({
  jobCalls: z.number().int().min(1).max(1_000_000).nullable(),
  jobUsd: z.number().min(0).max(100_000).nullable(),
  jobTokens: z.number().int().min(1).max(1e12).nullable(),
  dayCalls: z.number().int().min(1).max(1_000_000).nullable(),
  dayUsd: z.number().min(0).max(100_000).nullable(),
  dayTokens: z.number().int().min(1).max(1e12).nullable(),
})
export type Caps = z.infer<typeof capsSchema>

/** What is ordered when a project's runs go to a model. */
export const distilOrderSchema = z.strictObject({
  project: z.string().min(1).max(80),
  with: z.enum(ANSWER_WAYS),
  caps: capsSchema.partial().default({}),
  /** At most so many runs, the oldest first; null = all that are left. */
  limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Drawn at random instead of the oldest first. */
  spread: z.boolean().default(false),
  /** Only runs that came in after this id was made; null = all. */
  after: z.string().max(80).nullable().default(null),
})
export type DistilOrder = z.input<typeof distilOrderSchema>

/** What calls took, so far as it is known. */
export type SpentView = {
  callCount: number
  /** Calls of which nobody knows what they cost. */
  unpricedCount: number
  /** Under way, or cut off with the process: those may have been paid, and are asked again. */
  cutCount: number
  inputTokens: number
  outputTokens: number
  /** Read and written by calls that ended and told none: one for every four characters, or the most where nothing came back. */
  countedTokens: number
  costUsd: number
}

/** A way to a model, as it is set up here. */
export type WayView = {
  way: AnswerWay
  /** Its model, program or recording; null = not set up. */
  what: string | null
  fault: { message: string; hint: string } | null
}

/** How a model's work over a project stands. */
export type DistilStatus = {
  project: string
  /** The extractor that was put in service, null = whatever was made first; and the one that works by model. */
  serving: string | null
  extractor: string
  /** Subtasks that hold memory; of those: with an experience by the model (of them kept beside another), nothing worth keeping, answers refused. */
  counts: { subtasks: number; entries: number; beside: number; skipped: number; refused: number }
  job: {
    id: string
    state: JobView['state']
    with: AnswerWay
    doneCount: number
    failedCount: number
    totalCount: number
    ratePerSecond: number | null
    remainingMs: number | null
    reason: string | null
    /** Those that hold, and of them what somebody named. */
    caps: Caps
    namedCaps: Partial<Caps>
    /** A cap of money holds only where both prices are known. */
    isPriced: boolean
    spent: SpentView
    /** What failed and why; the first of them. */
    failures: { label: string; reason: string }[]
  } | null
  today: SpentView
  /** Who gave the kept answers, most first; a model that nobody named is null. */
  answeredBy: { provider: string; model: string | null; count: number }[]
  waitingCount: number
  ways: WayView[]
}

/** What a model's work over a project would take; null = unknown. */
export type DistilEstimate = {
  with: AnswerWay
  /** Runs that a model has not been over. */
  runs: number
  /** Calls that are still to be made, at least: an answer that has to be mended costs one more. */
  calls: number
  /** Requests whose answer is kept already. */
  answered: number
  /** Of the requests that come next, those that the recording at hand answers; null for every other way. */
  recorded: number | null
  inputTokens: number
  outputTokens: number
  priceUsd: number | null
  usdPerCall: number | null
  durationMs: number | null
  durationFrom: string
}

/** A request to a model as it is kept, word for word. */
export type RequestView = {
  hash: string
  purpose: string
  prompt: string
  system: string
  user: string
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>
  /** All of it as one text, as a command or a person is given it. */
  text: string
  state: 'waiting' | 'answered' | 'refused'
  error: string | null
  createdAt: string
}

/** A prompt of the extractor, and how often it was used. */
export type PromptView = { id: string; purpose: string; system: string; sha256: string }
