import { z } from 'zod'

import { idSchema, signed } from '../curate/fields.ts'
import { setReviewGate as storeGate } from '../db/projects.ts'
import { deleteSavedView, saveView as storeView } from '../db/saved-views.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { LEAST_WITHHELD, MOST_WITHHELD } from '../memory/studies/withholding.ts'
import type { Core } from './core.ts'

const nameSchema = z.string().trim().min(1, 'Say a name.').max(80)

export const projectCommands = {
  saveView: command(
    z.strictObject({
      projectId: idSchema,
      page: z.enum(['memories', 'lab', 'map', 'activity']),
      name: nameSchema,
      query: z.string().max(8_000),
      by: nameSchema.default('person'),
    }),
    async (input, { curation }: Core) => {
      const said = [...new URLSearchParams(input.query)].map(([name, value]) => `${name}=${value}`)
      requireNoSecret(said.join('\n'), 'view')
      return await storeView(curation.as().store, input)
    },
    // An address with dots in it would mean something else.
    { leave: asItIs },
  ),
  deleteView: command(z.strictObject({ id: idSchema }), async ({ id }, { curation }: Core): Promise<null> => {
    await deleteSavedView(curation.as().store, id)
    return null
  }),
  setReviewGate: command(
    z.strictObject({ projectId: idSchema, on: z.boolean() }),
    async (input, { curation }: Core): Promise<null> => {
      await storeGate(curation.as().store, input)
      return null
    },
  ),
  /** What is injected where a question does not say it: a floor, and whether only what fits. Both off is as in the paper. */
  setInjectionRule: command(
    z.strictObject({
      projectId: idSchema,
      floor: z.number().min(-1).max(1).nullable(),
      onlyWhatFits: z.boolean(),
    }),
    async (input, { services: { retrieval } }: Core): Promise<null> => {
      await retrieval.served.setRule(input)
      return null
    },
  ),
  /** Gives nothing to a share of episodes, drawn at random, so that what memory does can be told; null = off, as at first. */
  withholdAtRandom: command(
    z.strictObject({
      projectId: idSchema,
      share: z.number().min(LEAST_WITHHELD).max(MOST_WITHHELD).nullable(),
      ...signed,
    }),
    (input, { services: { retrieval } }: Core) => retrieval.served.withhold(input),
  ),
  activityChanges: query(
    z.strictObject({
      revision: z.number().int().min(0),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    (input, { services: { memories } }: Core) => memories.activity.changes(input),
  ),
  verifyChain: query(
    z.strictObject({ projectId: idSchema }),
    ({ projectId }, { services: { memories } }: Core) => memories.activity.verify(projectId),
  ),
}
