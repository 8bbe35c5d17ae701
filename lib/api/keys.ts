import { z } from 'zod'
import { idSchema } from '../curate/fields.ts'
import { findProjectOf, listKeys, makeKey, revokeKey } from '../db/agents/keys.ts'
import { isOwnId } from '../db/ids.ts'
import { findProject, getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import { type AccessKey, SCOPES, type Scope } from '../memory/keys.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

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
