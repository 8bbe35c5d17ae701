import { z } from 'zod'
import { categorySchema } from './category-schema.ts'
import { LIFECYCLES } from './lifecycle.ts'
import { citationSchema, descriptionSchema, experienceSchema, removedSpanSchema } from './subtask.ts'

/** Whether what a lesson advises was done in its run: seen to work, written only, seen not to work, never done. */
export const CURES = ['run-and-seen', 'written', 'failed', 'none'] as const

export const lifecycleSchema = z.enum(LIFECYCLES)

export const scopeKindSchema = z.enum(['user', 'project', 'episode'])

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
