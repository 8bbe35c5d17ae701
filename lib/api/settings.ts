import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { findProjectOf, listKeys, makeKey, revokeKey } from '../db/agents/keys.ts'
import { countStoredEntries } from '../db/entries/entries.ts'
import { isOwnId } from '../db/ids.ts'
import { findProject, getProject, setReviewGate } from '../db/projects.ts'
import { deleteSavedView, saveView } from '../db/saved-views.ts'
import type { Store } from '../db/store.ts'
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
import { type AccessKey, SCOPES, type Scope } from '../memory/keys.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const nothing = z.strictObject({}).optional()
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
  ),
  /** Every space of vectors there is or could be. */
  embedders: query(nothing, (_, { spaces }: Core) => spaces.list()),
  estimateReEmbed: query(reEmbedSchema.pick({ to: true }), (input, { reEmbedDeps }: Core) =>
    estimateReEmbed(input, reEmbedDeps),
  ),
  reEmbed: command(reEmbedSchema, async (input, { reEmbedDeps, worker }: Core) => {
    const ordered = await orderReEmbed(input, reEmbedDeps)
    worker.wake()
    return ordered
  }),
  removeVectors: command(
    z.strictObject({ embedder: z.string().min(1).max(200) }),
    ({ embedder }, { reEmbedDeps }: Core) => removeSpace(embedder, reEmbedDeps),
  ),
  /** Looks through everything stored for secrets, in the background. Throws UserError `already-running`. */
  rescanSecrets: command(nothing, async (_, { store, worker }: Core) => {
    const ordered = await orderRescan(store)
    worker.wake()
    return ordered
  }),
  /** The newest such look, or null. */
  findRescan: query(nothing, (_, { store }: Core) => findRescan(store)),
  /** Whether new entries wait for a person before an agent gets them. */
  setReviewGate: command(
    z.strictObject({ projectId: idSchema, on: z.boolean() }),
    async (input, { store }: Core): Promise<null> => {
      await setReviewGate(store, input)
      return null
    },
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
  keys: query(z.strictObject({}).optional(), (_, { store }: Core) => listKeys(store)),
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
    { leave: asItIs },
  ),
  /** Takes a key back: from now on it opens nothing. */
  revokeKey: command(z.strictObject({ id: idSchema }), async ({ id }, { store }: Core): Promise<null> => {
    if (await revokeKey(store, id)) return null
    throw new UserError('not-found', `There is no key ${id.slice(0, 60)}.`, {
      hint: 'It may have been revoked; list the keys.',
      status: 404,
    })
  }),
}

/** Throws UserError `key-scope` where a key may do none of these; none = only the owner does it. */
export function requireScope({ name, scopes }: AccessKey, needed: readonly Scope[]): void {
  if (needed.some((one) => scopes.includes(one))) return
  const needs = needed.length === 0 ? 'only the owner does' : `takes the scope ${needed.join(' or ')}`
  throw new UserError('key-scope', `The key "${name}" may ${scopes.join(', ')}; this ${needs}.`, {
    hint: 'A person makes keys on the page Settings, or with npm run keys.',
    status: 403,
  })
}

/** Operations that name no project and give nothing of any, or look after it themselves. */
const OF_NO_PROJECT = ['shell', 'project', 'findProject', 'projectOfFolder', 'hook']

/** Throws UserError `key-project` where what is asked with a key of one project does not name it, or something in it. */
export async function requireOwnProject(
  operation: string,
  asked: unknown,
  { name, projectId }: AccessKey,
  store: Store,
): Promise<void> {
  if (projectId === null || OF_NO_PROJECT.includes(operation)) return
  const given = Object.entries(Object(asked))
  const project = given.find(([field]) => field === 'project')?.[1]
  const named = typeof project === 'string' ? [(await findProject(store, project))?.id ?? null] : []
  const ids = given.flatMap(([, value]) => value).filter((value) => isId(value))
  const found = [...named, ...(await Promise.all(ids.map((id) => findProjectOf(store, id))))]
  if (found.length > 0 && found.every((id) => id === projectId)) return
  throw new UserError('key-project', `The key "${name}" opens one project, and this is not in it.`, {
    hint: 'Name that project, or have a person make a key for this one.',
    status: 403,
  })
}

const isId = (value: unknown): value is string => typeof value === 'string' && isOwnId(value)
