import { areOfProjects, isAskedFor, isRevisionOf, PREFIXES_OF_PROJECTS } from '../db/agents/keys.ts'
import { isOwnId } from '../db/ids.ts'
import { findProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { undoChain } from '../db/undo-chain.ts'
import { UserError } from '../memory/errors.ts'
import type { AccessKey, Scope } from '../memory/keys.ts'
import type { AnyOperation } from '../memory/operation.ts'
import {
  type Account,
  type Caller,
  hasRole,
  isAccount,
  type NeededRole,
  projectsOf,
  signInFirst,
} from '../memory/people.ts'

/** Throws UserError `key-scope` where a key may do none of these; none = only the owner does it. */
export function requireScope({ name, scopes }: AccessKey, needed: readonly Scope[]): void {
  if (needed.some((one) => scopes.includes(one))) return
  const needs = needed.length === 0 ? 'only the owner does' : `takes the scope ${needed.join(' or ')}`
  throw new UserError('key-scope', `The key "${name}" may ${scopes.join(', ')}; this ${needs}.`, {
    hint: 'A person makes keys on the page Settings, or with npm run keys.',
    status: 403,
  })
}

/** Throws UserError `sign-in`, or `role` where a role may not do it. */
export function requireRole(caller: Account | 'nobody', needed: NeededRole): void {
  if (caller === 'nobody' ? needed === 'anyone' : hasRole(caller, needed)) return
  if (caller === 'nobody') throw signInFirst()
  throw new UserError('role', `${caller.name} is a ${caller.role} here; this takes the role ${needed}.`, {
    hint: 'Ask an owner.',
    status: 403,
  })
}

/** Throws UserError `role` or `key-scope` to everybody but owners: for what of an operation costs, or is of an owner's order. */
export function requireOwner(caller: Caller | undefined): void {
  if (caller === 'nobody' || isAccount(caller)) requireRole(caller, 'owner')
  else if (caller) requireScope(caller, [])
}

/** What only owners do of all that a revision says. */
const OWNERS_VERBS = ['serve', 'promote', 'demote']

/** Throws UserError `role`: what is undone, or undone again, takes the role that it took. */
export async function requireRoleOfUndone(caller: Account, asked: unknown, store: Store): Promise<void> {
  for await (const { verb } of undoChain(store, (asked as { revision: number }).revision))
    if (OWNERS_VERBS.includes(verb)) requireRole(caller, 'owner')
}

/**
 * Throws UserError where a caller of some projects asks for anything else: `not-found` where a project, an id, a revision or a request
 * of a model is named, at whatever depth, that is not there or lies elsewhere; `other-projects` where nothing is named at all.
 */
export async function requireOwnProjects(
  { of }: Pick<AnyOperation<never>, 'of'>,
  asked: unknown,
  caller: Caller,
  store: Store,
): Promise<void> {
  const own = projectsOf(caller)
  if (own === null || of === 'any') return
  const named = newNamed()
  collect(asked, named)
  if (of === 'revision') {
    const { revision } = Object(asked) as { revision: number }
    if (!(await isRevisionOf(store, revision, own))) throw notHere()
  } else if (named.ids.size + named.projects.size + named.requests.size === 0) {
    // What looks like no id of ours is none.
    if (Object.keys(Object(asked)).some((field) => /^id$|Id$/.test(field))) throw notHere()
    throw new UserError('other-projects', 'This is of all projects, and you are shown some of them.', {
      hint: 'Name one of your projects, or ask an owner.',
      status: 403,
    })
  }
  if (named.isOfAll || !(await areOfProjects(store, named.ids, own))) throw notHere()
  for (const name of named.projects)
    if (!own.includes((await findProject(store, name))?.id ?? '')) throw notHere()
  for (const hash of named.requests) if (!(await isAskedFor(store, hash, own))) throw notHere()
}

/** The same words whether it lies elsewhere or nowhere. */
const notHere = () =>
  new UserError('not-found', 'There is nothing of that name here.', {
    hint: 'It may have been removed, or belong to a project that you are not shown.',
    status: 404,
  })

const newNamed = () => ({
  ids: new Set<string>(),
  projects: new Set<string>(),
  requests: new Set<string>(),
  /** Every project is meant, or the scope that all of them share. */
  isOfAll: false,
})

/** An id as it stands in a longer text. */
const ID_INSIDE = new RegExp(`\\b(?:${PREFIXES_OF_PROJECTS.join('|')})_0[0-7][0-9A-HJKMNP-TV-Z]{24}\\b`, 'g')

/** Everything that an input names, however deep: a field `project`, ids also inside of texts, hashes of requests. */
function collect(value: unknown, named: ReturnType<typeof newNamed>, field = ''): void {
  if (field === 'project' && value === null) named.isOfAll = true
  if (field === 'scope' && value === 'user') named.isOfAll = true
  // What an agent calls its episode is a name in its project; it may look like an id.
  if (field === 'episode') return
  if (typeof value === 'string') {
    if (field === 'project') named.projects.add(value)
    if (isOwnId(value)) named.ids.add(value)
    else for (const [id] of value.matchAll(ID_INSIDE)) named.ids.add(id)
    if (/^[0-9a-f]{64}$/.test(value)) named.requests.add(value)
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return
  for (const [name, one] of Object.entries(value)) collect(one, named, Array.isArray(value) ? field : name)
}
