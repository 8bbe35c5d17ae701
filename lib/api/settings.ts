import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { listKeys, makeKey, revokeKey } from '../db/agents/keys.ts'
import { countStoredEntries } from '../db/entries/entries.ts'
import { getProject, setReviewGate } from '../db/projects.ts'
import { deleteSavedView, saveView } from '../db/saved-views.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import {
  estimateReEmbed,
  findReEmbedJob,
  orderReEmbed,
  reEmbedSchema,
  removeSpace,
} from '../jobs/re-embed.ts'
import { findRescan, orderRescan } from '../jobs/rescan-secrets.ts'
import type { SettingsView } from '../memory/embedders.ts'
import { UserError } from '../memory/errors.ts'
import { SCOPES } from '../memory/keys.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const nothing = z.strictObject({}).optional()
/** Of the whole folder; a key that may read is told it. */
const ofOwner = { role: 'owner' } as const
const nameSchema = z.string().trim().min(1, 'Say a name.').max(80)

export const settings = {
  /** Spaces of vectors, the newest re-embedding, and which variables are set: never what to. */
  settings: query(
    nothing,
    async (_, { store, spaces, roster }: Core): Promise<SettingsView> => ({
      embedders: await spaces.list(),
      entryCount: await countStoredEntries(store),
      job: await findReEmbedJob(store),
      variables: roster.variables,
      fault: roster.fault && { message: roster.fault.message, hint: roster.fault.hint },
    }),
    ofOwner,
  ),
  /** Every space of vectors there is or could be. */
  embedders: query(nothing, (_, { spaces }: Core) => spaces.list(), { of: 'any' }),
  estimateReEmbed: query(
    reEmbedSchema.pick({ to: true }),
    (input, { reEmbedDeps }: Core) => estimateReEmbed(input, reEmbedDeps),
    ofOwner,
  ),
  reEmbed: command(
    reEmbedSchema,
    async (input, { reEmbedDeps, worker }: Core) => {
      const ordered = await orderReEmbed(input, reEmbedDeps)
      worker.wake()
      return ordered
    },
    owners,
  ),
  removeVectors: command(
    z.strictObject({ embedder: z.string().min(1).max(200) }),
    ({ embedder }, { reEmbedDeps }: Core) => removeSpace(embedder, reEmbedDeps),
    owners,
  ),
  /** Looks through everything stored for secrets, in the background. Throws UserError `already-running`. */
  rescanSecrets: command(
    nothing,
    async (_, { store, worker }: Core) => {
      const ordered = await orderRescan(store)
      worker.wake()
      return ordered
    },
    owners,
  ),
  /** The newest such look, or null. */
  findRescan: query(nothing, (_, { store }: Core) => findRescan(store), ofOwner),
  /** Whether new entries wait for a person before an agent gets them. */
  setReviewGate: command(
    z.strictObject({ projectId: idSchema, on: z.boolean() }),
    async (input, { store }: Core): Promise<null> => {
      await setReviewGate(store, input)
      return null
    },
    owners,
  ),
  saveView: command(
    z.strictObject({
      projectId: idSchema,
      page: z.enum(['memories', 'lab', 'map', 'activity']),
      name: nameSchema,
      query: z.string().max(8_000),
      by: nameSchema.default('person'),
    }),
    async (input, { store }: Core) => {
      const said = [...new URLSearchParams(input.query)].map(([name, value]) => `${name}=${value}`)
      requireNoSecret(said.join('\n'), 'view')
      return await saveView(store, input)
    },
    // An address with dots in it would mean something else.
    { leave: asItIs },
  ),
  deleteView: command(z.strictObject({ id: idSchema }), async ({ id }, { store }: Core): Promise<null> => {
    await deleteSavedView(store, id)
    return null
  }),
}

export const keysApi = {
  /** Every key of a program, without the keys themselves. */
  keys: query(z.strictObject({}).optional(), (_, { store }: Core) => listKeys(store), owners),
  /** Makes a key; it is told this once. */
  makeKey: command(
    z.strictObject({
      name: z.string().trim().min(1, 'Say a name.').max(80),
      scopes: z.array(z.enum(SCOPES)).min(1, 'Choose at least one scope.'),
      project: z.string().min(1).max(80).nullable().default(null),
    }),
    async ({ name, scopes, project }, { store }: Core) => {
      const projectId = project === null ? null : (await getProject(store, project)).id
      return await makeKey(store, { name, scopes: [...new Set(scopes)], projectId })
    },
    // It looks like the secret that it is.
    { ...owners, leave: asItIs },
  ),
  /** Takes a key back: from now on it opens nothing. */
  revokeKey: command(
    z.strictObject({ id: idSchema }),
    async ({ id }, { store }: Core): Promise<null> => {
      if (await revokeKey(store, id)) return null
      throw new UserError('not-found', `There is no key ${id.slice(0, 60)}.`, {
        hint: 'It may have been revoked; list the keys.',
        status: 404,
      })
    },
    owners,
  ),
}
