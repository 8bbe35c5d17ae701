import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { drawBlind, findBlind, getBlindStage } from '../db/findings/blind-samples.ts'
import { drawSample, findSample, judgeDrawn, listSamples } from '../db/findings/quality-samples.ts'
import { getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { showRun } from '../extract/model/show-run.ts'
import { findRun } from '../jobs/distil/distil-run.ts'
import { UserError } from '../memory/errors.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { BLIND_VERDICTS, BLIND_WHERE } from '../memory/findings/blind.ts'
import { reportSample } from '../memory/findings/quality.ts'
import { command, query } from '../memory/operation.ts'
import { resolveFilter } from './asked-filter.ts'
import type { Core } from './core.ts'

const nameSchema = z.string().trim().min(1, 'Say who reviews.').max(80)
const placeSchema = z.number().int().min(0).max(10_000)
const sizeSchema = z.number().int().min(1).max(1_000)

/** Samples and blind readings: drawn here, judged as a queue of lib/review; blind readings also by programs, many verdicts at once. */
export const drawnApi = {
  /** Draws a random sample; the seed is kept with it. */
  drawSample: command(
    z.strictObject({ filter: askedFilterSchema, size: sizeSchema, by: nameSchema }),
    async ({ filter: asked, size, by }, core: Core) => {
      const filter = await resolveFilter(asked, core)
      return await drawSample(core.store, { asked, filter, size, seed: randomSeed(), by })
    },
  ),

  /** The latest random sample of a whole project, and what it says; null where there is none or nobody has judged. */
  wholeSample: query(z.strictObject({ projectId: idSchema }), async ({ projectId }, { store }: Core) => {
    const sample = (await listSamples(store, projectId)).find(({ isWhole }) => isWhole) ?? null
    const judged = sample && sample.judged > 0 ? await findSample(store, sample.id) : null
    return { sample, report: judged && reportSample(judged) }
  }),

  /** Draws entries of several extractors over the same stages; the seed is kept with them. */
  drawBlind: command(
    z.strictObject({
      project: z.string().min(1).max(80),
      makers: z.array(z.string().min(1).max(80)).min(1).max(8),
      where: z.enum(BLIND_WHERE),
      size: sizeSchema,
      seed: z.number().int().min(0).max(0x7fffffff).optional(),
      by: nameSchema,
    }),
    async ({ project, seed = randomSeed(), ...input }, { store }: Core) => {
      const { id: projectId } = await getProject(store, project)
      return await drawBlind(store, { ...input, seed, projectId })
    },
  ),

  findBlind: query(z.strictObject({ id: idSchema }), ({ id }, { store }: Core) => findBlind(store, id)),

  judgeBlind: command(
    z.strictObject({
      id: idSchema,
      by: nameSchema,
      verdicts: z
        .array(z.strictObject({ place: placeSchema, verdict: z.enum(BLIND_VERDICTS).nullable() }))
        .min(1)
        .max(1_000),
    }),
    async (input, { store }: Core) => {
      await judgeDrawn(store, 'blind', input)
      const view = await findBlind(store, input.id)
      if (view) return view
      throw new UserError('no-such-reading', 'This reading is not there any more.', {
        hint: 'Draw another.',
        status: 404,
      })
    },
  ),

  /** The stage of the run that an entry of a blind reading was taken from. */
  blindStage: query(z.strictObject({ id: idSchema, place: placeSchema }), async (input, { store }: Core) => ({
    text: await readStageText(await getBlindStage(store, input), store),
  })),
}

/** A stage of a run as a model is shown it. */
export async function readStageText(
  { episodeId, fromStep, toStep }: { episodeId: string; fromStep: number; toStep: number },
  store: Store,
): Promise<string> {
  const { run } = await findRun(episodeId, { store })
  const steps = run.trajectory.steps.filter(({ n }) => n >= fromStep && n <= toStep)
  return showRun({ ...run, trajectory: { ...run.trajectory, steps } }).join('\n\n')
}

/** 0 to 2^31 - 1. */
function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1
}
