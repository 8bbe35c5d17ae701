import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import {
  addPerson,
  beginSession,
  changePerson,
  choosePassword,
  findByPassword,
  listPeople,
  nameKeyOf,
  removePerson,
  resetPassword,
} from '../db/people.ts'
import { getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import { isAccount, LONGEST_PASSWORD, ROLES, SHORTEST_PASSWORD } from '../memory/people.ts'
import type { Core } from './core.ts'

const nameSchema = z.string().trim().min(1, 'Say a name.').max(80)
const rightsSchema = z.strictObject({
  role: z.enum(ROLES),
  /** Names of the only projects that are shown; null = all. */
  projects: z.array(z.string().min(1).max(80)).min(1).max(1_000).nullable().default(null),
})
const passwordSchema = z.string().min(1).max(LONGEST_PASSWORD)
const chosenSchema = z
  .string()
  .min(SHORTEST_PASSWORD, `A password has at least ${SHORTEST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD)
/** A password looks like the secret that it is. */
const ownersSecret = { ...owners, leave: asItIs }

export const peopleApi = {
  /** Every account, without passwords. */
  people: query(z.strictObject({}).optional(), (_, { store }: Core) => listPeople(store), owners),
  /** Makes an account. From the first on everybody signs in; it is an owner. The password is told once and replaced at the first sign-in. */
  addPerson: command(
    rightsSchema.extend({ name: nameSchema }),
    async ({ name, ...rights }, { store }: Core) =>
      await addPerson(store, { name, ...(await rightsOf(rights, store)) }),
    ownersSecret,
  ),
  /** Gives an account another role, or other projects. */
  changePerson: command(
    rightsSchema.extend({ id: idSchema }),
    async ({ id, ...rights }, { store }: Core): Promise<null> => {
      await changePerson(store, { id, ...(await rightsOf(rights, store)) })
      return null
    },
    owners,
  ),
  /** Takes an account away; its sessions end. */
  removePerson: command(
    z.strictObject({ id: idSchema }),
    async ({ id }, { store }: Core): Promise<null> => {
      await removePerson(store, id)
      return null
    },
    owners,
  ),
  /** Gives an account a password that is told once; its sessions end. */
  resetPassword: command(
    z.strictObject({ id: idSchema }),
    async ({ id }, { store }: Core) => ({ password: await resetPassword(store, id) }),
    ownersSecret,
  ),
  /** Changes one's own password; one's sessions end, this one too. */
  changePassword: command(
    z.strictObject({ password: passwordSchema, newPassword: chosenSchema }),
    async ({ password, newPassword }, { store, caller }: Core): Promise<null> => {
      if (!isAccount(caller)) throw notSignedIn()
      countAttempt(`account ${caller.id}`, PAIR_LIMIT, store.now().getTime())
      if (!(await findByPassword(store, caller.name, password))) throw wrong()
      await choosePassword(store, caller.id, newPassword)
      return null
    },
    { role: 'reader', scopes: [], of: 'any', arrive: asItIs },
  ),
}

const signInSchema = z.strictObject({
  name: z.string().min(1).max(200),
  password: passwordSchema,
  /** Where the password was told by somebody else: the one that takes its place. */
  newPassword: chosenSchema.optional(),
})

/**
 * Begins a session, and gives what its cookie holds. `address`: whose attempts are counted. Throws UserError `too-many-attempts`,
 * `wrong-password`, which never says which of the two it was, `password-expired`, and `new-password` where it must be replaced first.
 */
export async function signIn(asked: unknown, address: string, store: Store): Promise<string> {
  const { name, password, newPassword } = signInSchema.parse(asked)
  const now = store.now().getTime()
  const key = nameKeyOf(name)
  const pair = `pair ${address} ${key}`
  countAttempt(`address ${address}`, ADDRESS_LIMIT, now)
  // Attempts from elsewhere must not keep out whoever signed in from here.
  if (!known.has(pair)) countAttempt(`name ${key}`, NAME_LIMIT, now)
  countAttempt(pair, PAIR_LIMIT, now)
  const found = await findByPassword(store, name, password)
  if (found === null) throw wrong()
  if (found.isExpired)
    throw new UserError('password-expired', 'This password was told to you more than 7 days ago.', {
      hint: 'Ask an owner to reset it.',
      status: 401,
    })
  attempts.delete(pair)
  known.add(pair)
  if (found.isOneTime) {
    if (newPassword === undefined)
      throw new UserError('new-password', 'This password was told to you. Choose your own.', {
        hint: `It has at least ${SHORTEST_PASSWORD} characters.`,
        status: 409,
      })
    if (newPassword === password)
      throw new UserError('new-password', 'The new password is the old one.', {
        hint: 'Choose another.',
        status: 409,
      })
    await choosePassword(store, found.account.id, newPassword)
  }
  return await beginSession(store, found.account.id)
}

async function rightsOf({ role, projects }: z.output<typeof rightsSchema>, store: Store) {
  if (role === 'owner' && projects !== null)
    throw new UserError('owner-of-all', 'An owner is shown all projects.', {
      hint: 'Leave the projects out, or make it a reviewer.',
    })
  const ids =
    projects && (await Promise.all(projects.map(async (name) => (await getProject(store, name)).id)))
  return { role, projectIds: ids }
}

const wrong = () =>
  new UserError('wrong-password', 'Name and password do not go together.', {
    hint: 'Try again; an owner can reset the password.',
    status: 401,
  })

const notSignedIn = () =>
  new UserError('not-signed-in', 'Nobody is signed in here.', { hint: 'Sign in first.', status: 401 })

/** Attempts within a window: of a name from one address, from one address, and of a name from anywhere. Ours. */
const [PAIR_LIMIT, ADDRESS_LIMIT, NAME_LIMIT] = [5, 30, 100]
const WINDOW_MS = 15 * 60_000
const MOST_COUNTED = 10_000
const attempts = new Map<string, { since: number; count: number }>()
/** Names with the address that a session began from, as long as the process lives. */
const known = new Set<string>()

/** Counted before a password is looked at, so that many at once are counted too. Throws UserError `too-many-attempts`. */
function countAttempt(key: string, limit: number, now: number): void {
  const earlier = attempts.get(key)
  const kept = earlier && now - earlier.since < WINDOW_MS ? earlier : { since: now, count: 0 }
  kept.count++
  attempts.delete(key)
  attempts.set(key, kept)
  const [oldest] = attempts.keys()
  if (attempts.size > MOST_COUNTED && oldest !== undefined) attempts.delete(oldest)
  if (kept.count <= limit) return
  const minutes = Math.ceil((kept.since + WINDOW_MS - now) / 60_000)
  throw new UserError('too-many-attempts', `Too many attempts. Wait ${minutes} min.`, {
    hint: 'An owner can reset a password that was forgotten.',
    status: 429,
  })
}
