import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { BLIND_VERDICTS, BLIND_WHERE } from '../memory/findings/blind.ts'
import { QUALITY_VERDICTS, type SampleView } from '../memory/findings/quality.ts'
import { command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const nameSchema = z.string().trim().min(1, 'Say who reviews.').max(80)

const namedSchema = z.strictObject({ project: z.string().min(1).max(80) })
const placeSchema = z.number().int().min(0).max(10_000)

/** What was asked is told back as it was asked: a link or a filter with dots in it would mean something else. */
const butAsked = (sample: SampleView | null): SampleView | null =>
  sample && { ...maskTexts(sample), asked: sample.asked }

export const triageCommands = {
  /** Draws a random sample; the seed is kept with it. */
  drawSample: command(
    z.strictObject({
      filter: askedFilterSchema,
      size: z.number().int().min(1).max(1_000),
      by: nameSchema,
    }),
    async ({ filter, size, by }, { services: { triage } }: Core) => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
      return await triage.samples.draw({ asked: filter, size, seed: seed >>> 1, by })
    },
  ),
  judgeEntry: command(
    z.strictObject({
      sampleId: idSchema,
      entryId: idSchema,
      verdict: z.enum(QUALITY_VERDICTS).nullable(),
      by: nameSchema,
    }),
    async (input, { services: { triage } }: Core): Promise<SampleView | null> => {
      await triage.samples.judge(input)
      return await triage.samples.find(input.sampleId)
    },
    { leave: butAsked },
  ),
  /** Draws entries of several extractors over the same stages; the seed is kept with them. */
  drawBlind: command(
    namedSchema.extend({
      makers: z.array(z.string().min(1).max(80)).min(1).max(8),
      where: z.enum(BLIND_WHERE),
      size: z.number().int().min(1).max(1_000),
      seed: z.number().int().min(0).max(0x7fffffff).optional(),
      by: nameSchema,
    }),
    async ({ seed, ...input }, { services: { triage } }: Core) => {
      const random = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1
      return await triage.blind.draw({ ...input, seed: seed ?? random })
    },
  ),
  findBlind: query(z.strictObject({ id: idSchema }), ({ id }, { services: { triage } }: Core) =>
    triage.blind.find(id),
  ),
  judgeBlind: command(
    z.strictObject({
      id: idSchema,
      by: nameSchema,
      verdicts: z
        .array(z.strictObject({ place: placeSchema, verdict: z.enum(BLIND_VERDICTS).nullable() }))
        .min(1)
        .max(1_000),
    }),
    (input, { services: { triage } }: Core) => triage.blind.judge(input),
  ),
  /** The stage of the run that an entry of a blind reading was taken from. */
  blindStage: query(
    z.strictObject({ id: idSchema, place: placeSchema }),
    (input, { services: { triage } }: Core) => triage.blind.stage(input),
  ),
}
