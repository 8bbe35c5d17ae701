import { z } from 'zod'
import type { Curates } from '../curate/curation.ts'
import { idSchema, signed } from '../curate/fields.ts'
import { setReviewGate as storeGate } from '../db/projects.ts'
import { deleteSavedView, saveView as storeView } from '../db/saved-views.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import { LEAST_WITHHELD, MOST_WITHHELD } from '../memory/audit/withholding.ts'
import { command } from '../memory/command.ts'
import type { Services } from '../services/services.ts'

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
    async (input, { curation }: Curates) => {
      const said = [...new URLSearchParams(input.query)].map(([name, value]) => `${name}=${value}`)
      requireNoSecret(said.join('\n'), 'view')
      return await storeView(curation.as().store, input)
    },
  ),
  deleteView: command(
    z.strictObject({ id: idSchema }),
    async ({ id }, { curation }: Curates): Promise<null> => {
      await deleteSavedView(curation.as().store, id)
      return null
    },
  ),
  setReviewGate: command(
    z.strictObject({ projectId: idSchema, on: z.boolean() }),
    async (input, { curation }: Curates): Promise<null> => {
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
    async (input, { retrieval }: Pick<Services, 'retrieval'>): Promise<null> => {
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
    (input, { retrieval }: Pick<Services, 'retrieval'>) => retrieval.served.withhold(input),
  ),
  activityChanges: command(
    z.strictObject({
      revision: z.number().int().min(0),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    (input, { memories }: Pick<Services, 'memories'>) => memories.activity.changes(input),
  ),
  verifyChain: command(
    z.strictObject({ projectId: idSchema }),
    ({ projectId }, { memories }: Pick<Services, 'memories'>) => memories.activity.verify(projectId),
  ),
}
