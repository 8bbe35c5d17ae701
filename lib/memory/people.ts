import { UserError } from './errors.ts'
import type { AccessKey } from './keys.ts'

/** What somebody may do, each all that the ones before may: look; decide and change; what is for good, costs, or is of all. */
export const ROLES = ['reader', 'reviewer', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The least role that an operation takes; `anyone`: of whoever has not signed in as well. */
export type NeededRole = Role | 'anyone'

/** Somebody who signed in. */
export type Account = {
  id: string
  name: string
  role: Role
  /** The only projects that are shown; null = all. */
  projectIds: string[] | null
}

/** Who asks: a program with a key, somebody who signed in, nobody known; null = the owner of the folder, by its token or while nobody has to sign in. */
export type Caller = AccessKey | Account | 'nobody' | null

/** An account as Settings lists it. */
export type PersonView = Account & {
  /** Names of the projects; null = all. */
  projects: string[] | null
  /** The password is still the one that was told by somebody else. */
  isOneTime: boolean
  createdAt: string
  seenAt: string | null
}

/** Shortest password that a person chooses, characters. Ours. */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 200

export function isAccount(caller: Caller | undefined): caller is Account {
  return caller != null && typeof caller === 'object' && 'role' in caller
}

/** The only projects that a caller is shown; null = all. */
export function projectsOf(caller: Caller | undefined): readonly string[] | null {
  if (caller == null) return null
  if (caller === 'nobody') return []
  if (isAccount(caller)) return caller.projectIds
  return caller.projectId === null ? null : [caller.projectId]
}

/** Whether a caller is shown a project; what is of none is shown to whoever is shown all. */
export function isShown(caller: Caller | undefined, projectId: string | null): boolean {
  const shown = projectsOf(caller)
  return shown === null || (projectId !== null && shown.includes(projectId))
}

export function hasRole({ role }: Pick<Account, 'role'>, needed: NeededRole): boolean {
  return needed === 'anyone' || ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

export const signInFirst = () =>
  new UserError('sign-in', 'Sign in first: this Loupe has accounts.', {
    hint: 'People sign in at /sign-in; programs send "Authorization: Bearer <key>", which an owner makes in Settings.',
    status: 401,
  })
