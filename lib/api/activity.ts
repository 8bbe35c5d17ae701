import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { activityLines, countActivity, getActivityChanges, listActivity } from '../db/entries/revisions.ts'
import { verifyChain } from '../db/log/log-chain.ts'
import { momentSchema } from '../memory/filter/entry-filter.ts'
import { asItIs, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const projectIdSchema = z.strictObject({ projectId: idSchema })

/** Which changes are meant. */
export const activityFields = {
  by: z.string().max(200).optional(),
  verb: z.string().max(60).optional(),
  entryId: z.string().max(60).optional(),
  since: momentSchema.optional(),
  until: momentSchema.optional(),
}
const pageFields = {
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(50),
}

export const activity = {
  /** A page of the log of changes, newest first. */
  listActivity: query(
    projectIdSchema.extend({ ...activityFields, ...pageFields, folded: z.boolean().default(false) }),
    (asked, { store }: Core) => listActivity(store, asked),
  ),
  activityChanges: query(
    z.strictObject({ revision: z.number().int().min(0), ...pageFields }),
    ({ revision, offset, limit }, { store }: Core) => getActivityChanges(store, revision, offset, limit),
    { of: 'revision' },
  ),
  activityFacets: query(projectIdSchema, ({ projectId }, { store }: Core) => countActivity(store, projectId)),
  verifyChain: query(projectIdSchema, ({ projectId }, { store }: Core) => verifyChain(store, projectId)),
  /** The log as JSON Lines, oldest first, with its seals. */
  activityLines: query(
    projectIdSchema.extend(activityFields),
    (asked, { store }: Core) => activityLines(store, asked),
    // It is the log itself, and proves itself by its words.
    { leave: asItIs },
  ),
}
