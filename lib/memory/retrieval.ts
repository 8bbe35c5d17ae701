import { z } from 'zod'
import { categorySchema, experienceSchema, intentSchema } from './entry.ts'
import type { Lifecycle } from './lifecycle.ts'
import { PLANNERS, plannedBySchema } from './question-reading.ts'

/** One ranked candidate of stage 2. */
const hitSchema = z.object({
  /** From 1. */
  rank: z.number().int(),
  /** Cosine similarity of the descriptions, −1..1, never rounded. For strategies that are not cosine: their own score. */
  score: z.number(),
  entryId: z.string(),
  instanceId: z.string().nullable(),
  repo: z.string().nullable(),
  category: categorySchema,
  objective: z.string(),
  keywords: z.array(z.string()),
  experience: experienceSchema,
  /** Who made it; null in answers that were kept before this was recorded. */
  extractor: z.string().nullable().default(null),
})
export type Hit = z.infer<typeof hitSchema>

/** How likely the best lesson helps, by a fit on lessons that were judged (ours). */
const verdictSchema = z.object({
  /** `cold`: the pool is empty. `unknown`: no lesson was judged in this space of vectors. */
  word: z.enum(['fits', 'weak', 'nothing-fits', 'cold', 'unknown']),
  /** One sentence for a person. */
  sentence: z.string(),
  /** That it helps, 0..1; null when nobody can tell. */
  probability: z.number().nullable().default(null),
  /** Lessons that were judged, and of those called as this one is, by folds, how many helped. */
  basis: z
    .object({
      n: z.number().int(),
      source: z.enum(['sample', 'project']),
      called: z.number().int(),
      helped: z.number().int(),
    })
    .nullable()
    .default(null),
  /** Where nothing fits here: the best of the other categories, if that one fits. */
  elsewhere: z
    .object({
      category: categorySchema,
      entryId: z.string(),
      title: z.string(),
      probability: z.number(),
    })
    .nullable()
    .default(null),
})
export type Verdict = z.infer<typeof verdictSchema>

/** P(z) for what the agent is about to do, by rules or a model; sums to 1, in no particular order. */
const predictionSchema = z.object({
  predictor: z.string(),
  probabilities: z.record(categorySchema, z.number()),
  /** Cue words that decided, most telling first. */
  cues: z.array(z.string()),
})
export type Prediction = z.infer<typeof predictionSchema>

/** The whole answer of one retrieval: both stages and the text that would be injected. */
export const retrievalAnswerSchema = z.object({
  strategy: z.string(),
  /** Intents for a whole task, by rules four of them and ANALYZE first; null when a category was given or predicted for a single subtask. */
  plan: z.array(intentSchema).nullable(),
  /** Null when the caller named the category, or for a whole task. */
  predicted: predictionSchema.nullable(),
  /** Who made the plan or the prediction; null when the caller named the category, or in answers from before this was kept. */
  plannedBy: plannedBySchema.nullable().default(null),
  /** The intent that was run. */
  intent: intentSchema,
  funnel: z.object({
    /** Every entry stored, all projects. */
    all: z.number().int(),
    inScope: z.number().int(),
    /** = `considered`. */
    approved: z.number().int(),
    /** Approved in scope, by category. */
    byCategory: z.record(categorySchema, z.number().int()),
  }),
  /** Approved entries in scope. */
  considered: z.number().int(),
  /** Of those, of the intent's category: the pool of stage 2. */
  kept: z.number().int(),
  hits: z.array(hitSchema),
  /** Best minus second best; null with fewer than two hits. */
  margin: z.number().nullable(),
  verdict: verdictSchema,
  /** Why nothing is injected; null when something is. `given`: the episode was sent it before; `long`: it is longer than an agent is sent. */
  abstained: z.enum(['cold', 'floor', 'unfit', 'withheld', 'given', 'long']).nullable(),
  /** The episode was drawn to be given nothing, so that what memory does can be told; `hits` are empty then. */
  withheld: z.boolean().default(false),
  /** The exact message the agent would get; null when abstained. */
  injected: z.string().nullable(),
  /** Counted as characters / 4, rounded up (ours: no tokenizer of the backbone here). */
  injectedTokens: z.number().int().nullable(),
  /** Model that made the vectors. */
  embedder: z.string(),
  /** Store revision the answer was computed at. */
  revision: z.number().int(),
  tookMs: z.number(),
})
export type RetrievalAnswer = z.infer<typeof retrievalAnswerSchema>

/** Where the unrelated questions come from, nearest to unrelated first. */
const questionSourceSchema = z.enum(['other-projects', 'other-tasks', 'lessons'])

/** Best scores of unrelated questions in one pool, binned: what "by chance" looks like on the score axis. */
export type Unrelated = {
  questionCount: number
  source: z.infer<typeof questionSourceSchema>
  /** Equal bins; counts. */
  binFrom: number
  binWidth: number
  counts: number[]
  /** Four of five unrelated questions reach less; null with too few. */
  highFrom: number | null
  /** Unrelated questions whose best in this pool scores as high as the winner; null without one or with too few. */
  asHighCount: number | null
}

/** Binned scores of unrelated pairs: what "by chance" looks like on the score axis. */
export const unrelatedPairsSchema = z.object({
  pairCount: z.number().int(),
  /** Equal bins over −0.2..1; counts. */
  binFrom: z.number(),
  binWidth: z.number(),
  counts: z.array(z.number().int()),
  p95: z.number().nullable(),
  p999: z.number().nullable(),
})
export type UnrelatedPairs = z.infer<typeof unrelatedPairsSchema>

/** What a program or a page may ask. `text` is a task, or with `mode: 'subtask'` what the agent is about to do. */
export const retrieveRequestSchema = z.strictObject({
  project: z.string().min(1).max(200),
  text: z.string().trim().min(1).max(20_000),
  category: categorySchema.optional(),
  /** Ignored when a category is given (then the text is a subtask description). */
  mode: z.enum(['task', 'subtask']).default('task'),
  /** Who plans a whole task, or predicts the category of what the agent is about to do. Ignored when a category is given. */
  plan: z.enum(PLANNERS).optional(),
  strategy: z.string().max(40).default('subtask'),
  limit: z.number().int().min(1).max(100).default(10),
  /** Lowest cosine that may be injected, −1..1; null = no floor, as in the paper. Absent = as the project says. */
  floor: z.number().min(-1).max(1).nullable().optional(),
  /** Inject only what the verdict calls `fits`. Absent = as the project says. */
  onlyWhatFits: z.boolean().optional(),
  /** For strategies that draw: the same seed and text draw the same. 1 when absent. */
  seed: z.number().int().min(0).max(0xffff_ffff).optional(),
  /** Space of vectors to ask in; the store's current one when absent. */
  embedder: z.string().min(1).max(200).optional(),
})
export type RetrieveRequest = z.infer<typeof retrieveRequestSchema>

/** A question of the playground: as given, and where a person chose, under which category or in what other words. */
export const exploreRequestSchema = retrieveRequestSchema.omit({ strategy: true }).extend({
  chosen: z
    .strictObject({
      category: categorySchema,
      /** The intent of the plan in other words: `objective; keyword, keyword`. */
      words: z.string().max(20_000).optional(),
    })
    .optional(),
})
export type ExploreRequest = z.infer<typeof exploreRequestSchema>

/** Everything the playground draws for one question. */
export type PlaygroundAnswer = {
  /** What was asked in the end: the question as given, or as a person chose. */
  asked: RetrieveRequest
  /** What the question as given was read as, whatever was chosen. */
  read: Pick<RetrievalAnswer, 'plan' | 'predicted' | 'plannedBy' | 'intent'>
  answer: RetrievalAnswer
  unrelated: Unrelated
  /** Scores of the pool of stage 2, best first, at most 2,000. */
  poolScores: number[]
  whatIf: WhatIf
  /** Hits close to the winner, above chance, that name no mechanism of the winner's: ids of entries. */
  rivals: string[]
  rejected: Rejected
  /** Where the winner comes from; null without a winner. */
  provenance: Provenance | null
  /** What a model that was asked before chose of the first hits; null when none was asked. */
  chosen: ChosenHit | null
}

/** The entry that a model chose, or null for none of them, why in its own words, and the model as far as it is named. */
export type ChosenHit = { entryId: string | null; among: number; why: string; by: string | null }

/** Where an entry comes from and what became of it, as far as the store knows. */
export type Provenance = {
  episodeId: string | null
  instanceId: string | null
  fromStep: number | null
  toStep: number | null
  /** How its episode ended; null = no source says so. */
  outcome: 'resolved' | 'unresolved' | null
  extractor: string
  createdAt: string
  editCount: number
  lastEditedBy: string | null
  servedCount: number
  flags: string[]
  /** Kinds of findings that stand open against it. */
  openFindings: string[]
}

/** The same text under each of the four categories: what a wrong category costs, and what a prior would have done. */
export type WhatIf = {
  /** The category taken as right. */
  right: z.infer<typeof categorySchema>
  /** In the order of CATEGORIES. */
  turns: Turn[]
  /** P(z) by the rules for the same words, whatever was named. */
  predicted: Prediction
  /** What `soft` would inject with that prior; null when it ranks nothing. */
  soft: { hit: Hit; grade: number | null; isOfRight: boolean } | null
  /** Who says what is relevant; null when nobody has. */
  labels: { source: TextLabels['source']; from: string; count: number } | null
}

/** What a category would have injected. */
export type Turn = {
  category: z.infer<typeof categorySchema>
  kept: number
  /** Best first, at most four. */
  hits: Hit[]
  verdict: Verdict
  /** Best score of the right category minus the best here; null when one of the two has none. */
  similarityLost: number | null
  /** Grade of the winner, 0..3; null without labels. */
  grade: number | null
  /** Grade of the right category's winner minus this one's; null without labels. */
  relevanceLost: number | null
}

/** Labels of one text: a grade by instance (the sample's) or by entry (persons'). */
export type TextLabels = {
  source: 'written' | 'measured'
  from: string
  byInstance: Record<string, number>
  byEntry: Record<string, number>
}

/** Asks which words of a question (objective and keywords) earn the scores of entries that were found for it. */
export const explainRequestSchema = z.strictObject({
  text: z.string().min(1).max(20_000),
  entryIds: z.array(z.string().min(1).max(60)).min(1).max(100),
  embedder: z.string().min(1).max(200).nullish(),
})
export type ExplainRequest = z.infer<typeof explainRequestSchema>

export type Explained = {
  /** The words of the question that earn the score, most first. `share` = score lost when the word is taken out. */
  words: { word: string; share: number }[]
  /** Question and entry have a telling word in common, whatever its form. False = the score comes from elsewhere. */
  sharesWord: boolean
}

/** Entries of one kind that stage 1 kept out: how many, how many of them score above the best that was let through. */
export type KeptOut = { count: number; betterCount: number; best: Hit | null }

/** What could not win, and why. */
export type Rejected = {
  /** Behind the other three walls. */
  byCategory: (KeptOut & { category: z.infer<typeof categorySchema> })[]
  /** Of the category and the scope, but not approved; only states that hold an entry. */
  byLifecycle: (KeptOut & { lifecycle: Lifecycle })[]
  /** Approved and of the category, in a project or an episode that this one does not see. */
  byScope: KeptOut
  /** Of the pool, scored above the best that was let through and withheld, since a finding of a secret is open; null where none is. */
  withheld: { count: number; entryId: string; score: number } | null
  /** Of the pool, under the floor; null without a floor. */
  underFloorCount: number | null
}
