import { z } from 'zod'
import { stageSchema } from './category-schema.ts'
import { EXPERIENCE_PARTS } from './experience.ts'
import { spanSchema } from './trajectory.ts'

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
export const segmentSchema = z.object({
  category: stageSchema,
  fromStep: z.number().int().min(1),
  toStep: z.number().int().min(1),
})
export type Segment = z.infer<typeof segmentSchema>

/** What is instance noise in raw text and must not stay in e. */
export const noiseTypeSchema = z.enum(['path', 'line', 'identifier', 'instance', 'secret', 'url', 'number'])
export type NoiseType = z.infer<typeof noiseTypeSchema>

/** A piece of raw text that abstraction took out. */
export const removedSpanSchema = spanSchema.extend({ type: noiseTypeSchema })
export type RemovedSpan = z.infer<typeof removedSpanSchema>

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
