import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { command } from '../memory/command.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { BLIND_VERDICTS, BLIND_WHERE } from '../memory/findings/blind.ts'
import { detectorNameSchema } from '../memory/findings/finding.ts'
import { QUALITY_VERDICTS, type SampleView } from '../memory/findings/quality.ts'
import type { Services } from '../services/services.ts'

type Triages = Pick<Services, 'triage'>

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

export const triageCommands = {
  worklists: command(projectSchema, async ({ projectId }, { triage }: Triages) => {
    const [{ heads, scan }, waiting] = await Promise.all([
      triage.worklists(projectId),
      triage.waiting.count(projectId),
    ])
    return { heads, scannedAt: scan?.at ?? null, waiting }
  }),
  scan: command(projectSchema, ({ projectId }, { triage }: Triages) => triage.scan(projectId)),
  listWorklist: command(
    listSchema.extend({ claimedBy: nameSchema.optional(), offset: offsetSchema, limit: countSchema }),
    (query, { triage }: Triages) => triage.list(query),
  ),
  listClusters: command(listSchema, (query, { triage }: Triages) => triage.clusters(query)),
  listDismissed: command(
    listSchema.omit({ minScore: true }).extend({ offset: offsetSchema, limit: countSchema }),
    (query, { triage }: Triages) => triage.dismissed(query),
  ),
  settleFindings: command(
    projectSchema.extend({
      /** Of findings; or of loose pairs, which name two entries. */
      ids: z.array(z.string().min(1).max(130)).min(1).max(5_000),
      state: z.enum(['open', 'dismissed']),
      by: nameSchema,
      reason: z.string().trim().max(500).nullable(),
    }),
    (input, { triage }: Triages) => triage.settle(input),
  ),
  claimFindings: command(
    listSchema.extend({ by: nameSchema, count: countSchema }),
    (input, { triage }: Triages) => triage.claim(input),
  ),
  releaseFindings: command(projectSchema.extend({ by: nameSchema }), (input, { triage }: Triages) =>
    triage.release(input),
  ),
  /** Entries that wait for a person, and what the held ones look like. */
  listWaiting: command(
    projectSchema.extend({ claimedBy: nameSchema.optional(), limit: countSchema }),
    (query, { triage }: Triages) => triage.waiting.list(query),
  ),
  claimWaiting: command(
    projectSchema.extend({ by: nameSchema, count: countSchema }),
    (input, { triage }: Triages) => triage.waiting.claim(input),
  ),
  releaseWaiting: command(projectSchema.extend({ by: nameSchema }), (input, { triage }: Triages) =>
    triage.waiting.release(input),
  ),
  /** Draws a random sample; the seed is kept with it. */
  drawSample: command(
    z.strictObject({
      filter: askedFilterSchema,
      size: z.number().int().min(1).max(1_000),
      by: nameSchema,
    }),
    async ({ filter, size, by }, { triage }: Triages) => {
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
    async (input, { triage }: Triages): Promise<SampleView | null> => {
      await triage.samples.judge(input)
      return await triage.samples.find(input.sampleId)
    },
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
    async ({ seed, ...input }, { triage }: Triages) => {
      const random = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1
      return await triage.blind.draw({ ...input, seed: seed ?? random })
    },
  ),
  findBlind: command(z.strictObject({ id: idSchema }), ({ id }, { triage }: Triages) =>
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
    (input, { triage }: Triages) => triage.blind.judge(input),
  ),
  /** The stage of the run that an entry of a blind reading was taken from. */
  blindStage: command(z.strictObject({ id: idSchema, place: placeSchema }), (input, { triage }: Triages) =>
    triage.blind.stage(input),
  ),
  quality: command(
    z.strictObject({
      project: z.string().min(1).max(80),
      examples: z.coerce.number().int().min(0).max(1000).default(0),
      seed: z.coerce.number().int().min(0).default(1),
      meaning: z.boolean().default(false),
    }),
    (input, { triage }: Triages) => triage.quality(input),
  ),
}
