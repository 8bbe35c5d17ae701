import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { BLIND_VERDICTS, BLIND_WHERE } from '../memory/findings/blind.ts'
import { detectorNameSchema } from '../memory/findings/finding.ts'
import { QUALITY_VERDICTS, type SampleView } from '../memory/findings/quality.ts'
import { command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const nameSchema = z.string().trim().min(1, 'Say who reviews.').max(80)
const countSchema = z.number().int().min(1).max(200)
const offsetSchema = z.number().int().min(0)
const projectSchema = z.strictObject({ projectId: idSchema })
const listSchema = projectSchema.extend({
  detector: detectorNameSchema,
  minScore: z.number().min(0).max(1).nullable(),
})

const namedSchema = z.strictObject({ project: z.string().min(1).max(80) })
const placeSchema = z.number().int().min(0).max(10_000)

/** What was asked is told back as it was asked: a link or a filter with dots in it would mean something else. */
const butAsked = (sample: SampleView | null): SampleView | null =>
  sample && { ...maskTexts(sample), asked: sample.asked }

export const triageCommands = {
  worklists: query(projectSchema, async ({ projectId }, { services: { triage } }: Core) => {
    const [{ heads, scan }, waiting] = await Promise.all([
      triage.worklists(projectId),
      triage.waiting.count(projectId),
    ])
    return { heads, scannedAt: scan?.at ?? null, waiting }
  }),
  scan: command(projectSchema, ({ projectId }, { services: { triage } }: Core) => triage.scan(projectId)),
  listWorklist: query(
    listSchema.extend({ claimedBy: nameSchema.optional(), offset: offsetSchema, limit: countSchema }),
    (query, { services: { triage } }: Core) => triage.list(query),
  ),
  listClusters: query(listSchema, (query, { services: { triage } }: Core) => triage.clusters(query)),
  listDismissed: query(
    listSchema.omit({ minScore: true }).extend({ offset: offsetSchema, limit: countSchema }),
    (query, { services: { triage } }: Core) => triage.dismissed(query),
  ),
  settleFindings: command(
    projectSchema.extend({
      /** Of findings; or of loose pairs, which name two entries. */
      ids: z.array(z.string().min(1).max(130)).min(1).max(5_000),
      state: z.enum(['open', 'dismissed']),
      by: nameSchema,
      reason: z.string().trim().max(500).nullable(),
    }),
    (input, { services: { triage } }: Core) => triage.settle(input),
  ),
  claimFindings: command(
    listSchema.extend({ by: nameSchema, count: countSchema }),
    (input, { services: { triage } }: Core) => triage.claim(input),
  ),
  releaseFindings: command(
    projectSchema.extend({ by: nameSchema }),
    (input, { services: { triage } }: Core) => triage.release(input),
  ),
  /** Entries that wait for a person, and what the held ones look like. */
  listWaiting: query(
    projectSchema.extend({ claimedBy: nameSchema.optional(), limit: countSchema }),
    (query, { services: { triage } }: Core) => triage.waiting.list(query),
  ),
  claimWaiting: command(
    projectSchema.extend({ by: nameSchema, count: countSchema }),
    (input, { services: { triage } }: Core) => triage.waiting.claim(input),
  ),
  releaseWaiting: command(projectSchema.extend({ by: nameSchema }), (input, { services: { triage } }: Core) =>
    triage.waiting.release(input),
  ),
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
  quality: query(
    z.strictObject({
      project: z.string().min(1).max(80),
      examples: z.coerce.number().int().min(0).max(1000).default(0),
      seed: z.coerce.number().int().min(0).default(1),
      meaning: z.boolean().default(false),
    }),
    (input, { services: { triage } }: Core) => triage.quality(input),
  ),
}
