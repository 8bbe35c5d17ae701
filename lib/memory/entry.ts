import { z } from 'zod'
import { CATEGORIES, STAGES } from './category.ts'
import { EXPERIENCE_PARTS } from './experience.ts'
import { LIFECYCLES } from './lifecycle.ts'
import { spanSchema } from './trajectory.ts'

export const categorySchema = z.enum(CATEGORIES)
export const stageSchema = z.enum(STAGES)

/** The retrieval anchor d: an objective and mechanism-level keywords (paper §3.2). The only text that is embedded. */
export const descriptionSchema = z.object({
  /** One sentence, the immediate sub-goal. Ours: at most 30 words. */
  objective: z.string().min(1).max(400),
  /** Ours: up to 8 lower-case terms, no paths. */
  keywords: z.array(z.string().min(1).max(60)).max(12),
})
export type Description = z.infer<typeof descriptionSchema>

/** (z, d): what a subtask is about, and what retrieval takes. */
export const intentSchema = z.object({
  category: stageSchema.exclude(['OTHER']),
  description: descriptionSchema,
})
export type Intent = z.infer<typeof intentSchema>

/** Consecutive steps with one category and one objective, before it is stored. */
const segmentSchema = z.object({
  category: stageSchema,
  fromStep: z.number().int().min(1),
  toStep: z.number().int().min(1),
})
export type Segment = z.infer<typeof segmentSchema>

/** What is instance noise in raw text and must not stay in e. */
const noiseTypeSchema = z.enum(['path', 'line', 'identifier', 'instance', 'secret', 'url', 'number'])
export type NoiseType = z.infer<typeof noiseTypeSchema>

/** A piece of raw text that abstraction by rules took out; what is made today has none. */
export const removedSpanSchema = spanSchema.extend({ type: noiseTypeSchema })

export const experiencePartSchema = z.enum(EXPERIENCE_PARTS)

/** `pattern` = the subtask's own evidence shows success, `avoid` = it shows failure, `undetermined` = it shows neither. */
export const kindSchema = z.enum(['pattern', 'avoid', 'undetermined'])
export type Kind = z.infer<typeof kindSchema>

/**
 * The abstracted experience e. The paper gives no shape; this one is ours. What we write has at most 120 words in all; what
 * another memory brings may be longer, is stored as it came and flagged.
 */
export const experienceSchema = z.object({
  title: z.string().min(1).max(160),
  kind: kindSchema,
  when: z.string().max(4000),
  do: z.string().max(4000),
  because: z.string().max(4000),
  check: z.string().max(4000),
})
export type Experience = z.infer<typeof experienceSchema>

/** Which raw spans one part of the experience rests on, as cited by the extractor (never guessed from likeness). */
export const citationSchema = z.object({
  part: experiencePartSchema,
  span: spanSchema,
  /** Whose steps the span counts in, where it is not the entry's own episode: a merged entry rests on several. */
  episodeId: z.string().optional(),
})
export type Citation = z.infer<typeof citationSchema>

/** Why a stage that rules found has no lesson. */
export const NO_LESSON_YET = 'no model has read it yet'

/** Whether what a lesson advises was done in its run: seen to work, written only, seen not to work, never done. */
export const CURES = ['run-and-seen', 'written', 'failed', 'none'] as const

/** What a lesson became in a file of rules for agents: a patch adds it, and its reverse takes it out again. */
const promotedSchema = z.object({
  /** From the repository's root, with slashes. */
  file: z.string().min(1).max(1_000),
  /** What the patch adds, lines parted by \n: the line with its bullet, and what had to stand before it. */
  text: z.string().min(1).max(20_000),
  /** The patch makes the file: taking it back removes a file in which nothing else stands. */
  isNew: z.boolean(),
})
export type Promoted = z.infer<typeof promotedSchema>

export const lifecycleSchema = z.enum(LIFECYCLES)

const scopeKindSchema = z.enum(['user', 'project', 'episode'])

/** A memory entry m = (z, d, e) with its provenance (paper eq. 1; everything but the triple is ours). */
export const memoryEntrySchema = z.object({
  /** `m_` + ULID: sorts by creation; ties in retrieval go to the highest. */
  id: z.string(),
  projectId: z.string(),
  scope: scopeKindSchema,
  category: categorySchema,
  description: descriptionSchema,
  experience: experienceSchema,
  /** `rules-v2`, `person`, or model and prompt hash. */
  extractor: z.string(),
  /** What the model that wrote it says it is worth, 0 to 3; absent where nobody said. */
  worth: z.number().int().min(0).max(3).optional(),
  /** Whether what it advises was done in its run, and seen to work; absent where nobody said. */
  cure: z.enum(CURES).optional(),
  lifecycle: lifecycleSchema,
  pinned: z.boolean(),
  /** Made by an extractor that is not in service: kept, listed when asked for, never served. Absent = in service. */
  beside: z.boolean().optional(),
  /** Quality findings, e.g. `leak: identifier`, `vague`. */
  flags: z.array(z.string()),
  subtaskId: z.string().nullable(),
  episodeId: z.string().nullable(),
  instanceId: z.string().nullable(),
  repo: z.string().nullable(),
  /** Steps of the episode the lesson came from; null for an entry without a source. */
  fromStep: z.number().int().nullable(),
  toStep: z.number().int().nullable(),
  citations: z.array(citationSchema),
  removed: z.array(removedSpanSchema),
  /** Why it is held or retired; null when nobody said. */
  reason: z.string().nullable(),
  /** Number of the last store revision that touched it. */
  revision: z.number().int(),
  /** Keyed to what it says, so that a retired lesson does not return by re-import. */
  suppressionKey: z.string(),
  /** Absent = it is in no file of rules. */
  promoted: promotedSchema.optional(),
  /** Who looked at it last as a reviewer, and when; absent = nobody has. */
  reviewedBy: z.string().nullable().optional(),
  reviewedAt: z.string().nullable().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type MemoryEntry = z.infer<typeof memoryEntrySchema>

type Known =
  | 'id'
  | 'projectId'
  | 'category'
  | 'description'
  | 'experience'
  | 'extractor'
  | 'lifecycle'
  | 'revision'
  | 'suppressionKey'

/** An entry made `at` an instant; what nobody says of it is empty: no source, no flags, no reason. */
export function newEntry(
  at: string,
  entry: Pick<MemoryEntry, Known> & Partial<Omit<MemoryEntry, Known>>,
): MemoryEntry {
  return {
    scope: 'project',
    pinned: false,
    flags: [],
    subtaskId: null,
    episodeId: null,
    instanceId: null,
    repo: null,
    fromStep: null,
    toStep: null,
    citations: [],
    removed: [],
    reason: null,
    createdAt: at,
    updatedAt: at,
    ...entry,
  }
}

/** Whether an extractor made an entry of a run; else a person did, or another memory brought it. */
export function isExtracted({ extractor, subtaskId }: Pick<MemoryEntry, 'extractor' | 'subtaskId'>): boolean {
  return subtaskId !== null && /^(?:rules|model)-v\d/.test(extractor)
}

/** Whether two entries say the same, word for word. */
export function saysTheSame(a: Lesson, b: Lesson): boolean {
  return JSON.stringify([a.description, a.experience]) === JSON.stringify([b.description, b.experience])
}
type Lesson = Pick<MemoryEntry, 'description' | 'experience'>

/** Whether retrieval may give an entry out: approved, and of the extractor in service or a person's. */
export function serves({ lifecycle, beside }: Pick<MemoryEntry, 'lifecycle' | 'beside'>): boolean {
  return lifecycle === 'approved' && beside !== true
}
