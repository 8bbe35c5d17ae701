import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import { type Account, type PersonView, ROLES } from '../memory/people.ts'
import type { Person } from './generated/client.ts'
import type { Store, Tx } from './store.ts'
import { firstOf, tables } from './tables.ts'

/** A session ends when nobody used it for so long, and however it was used after so long, ms. Ours. */
const IDLE_MS = 12 * 3_600_000
const LONGEST_MS = 14 * 24 * 3_600_000

/** A password that was told by somebody else opens nothing after so long, ms. Ours. */
const TOLD_MS = 7 * 24 * 3_600_000

/** Cost of scrypt: 32 MB and about 80 ms a guess. It stands in each hash, so that it can be raised. */
const COST = { N: 2 ** 15, r: 8, p: 1 }

const roleSchema = z.enum(ROLES)
const idsSchema = z.array(z.string())
/** A name as it is compared. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').trim().toLowerCase()
const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whether people sign in: from the first account on. */
export async function hasPeople(store: Store): Promise<boolean> {
  return (await firstOf(store, 'SELECT "id" FROM "Person" LIMIT 1')) !== null
}

/** Every account, oldest first. */
export async function listPeople(store: Store): Promise<PersonView[]> {
  const [rows, projects] = await Promise.all([
    tables(store).person.findMany({ orderBy: { id: 'asc' } }),
    tables(store).project.findMany({ select: { id: true, name: true } }),
  ])
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const account = toAccount(row)
    return {
      ...account,
      // One that was removed since has no name.
      projects: account.projectIds?.flatMap((id) => names.get(id) ?? []) ?? null,
      isOneTime: row.isOneTime,
      createdAt: row.createdAt.toISOString(),
      seenAt: row.seenAt?.toISOString() ?? null,
    }
  })
}

/** Makes an account with a password that is told once. Throws UserError `name-taken`, `owner-first`. */
export async function addPerson(
  store: Store,
  { name, role, projectIds }: Omit<Account, 'id'>,
): Promise<{ id: string; password: string }> {
  const password = oneTimePassword()
  const id = store.nextId('u')
  const data = {
    ...{ id, name, nameKey: nameKeyOf(name), role, projectIds: listOf(projectIds) },
    ...{ password: await toldHash(store, password), isOneTime: true, createdAt: store.now() },
  }
  await store.record(async (tx) => {
    if (await tables(tx).person.findUnique({ where: { nameKey: data.nameKey } }))
      throw new UserError('name-taken', `There is an account “${name}” already.`, {
        hint: 'Choose another name, or reset its password.',
        status: 409,
      })
    await tables(tx).person.create({ data })
    await requireOwner(tx)
  })
  return { id, password }
}

/** Gives an account another role, or other projects. Throws UserError `not-found`, `owner-first`. */
export async function changePerson(store: Store, { id, role, projectIds }: Omit<Account, 'name'>) {
  await store.record(async (tx) => {
    const data = { role, projectIds: listOf(projectIds) }
    requireFound((await tables(tx).person.updateMany({ where: { id }, data })).count, id)
    await requireOwner(tx)
  })
}

/** Takes an account away; its sessions end with it. Throws UserError `not-found`, `owner-first`. */
export async function removePerson(store: Store, id: string): Promise<void> {
  await store.record(async (tx) => {
    requireFound((await tables(tx).person.deleteMany({ where: { id } })).count, id)
    await requireOwner(tx)
  })
}

/** Gives an account a password that is told once, and ends its sessions. Throws UserError `not-found`. */
export async function resetPassword(store: Store, id: string): Promise<string> {
  const password = oneTimePassword()
  await keepPassword(store, id, { password: await toldHash(store, password), isOneTime: true })
  return password
}

/** Keeps a password that the person chose, and ends the sessions. */
export async function choosePassword(store: Store, id: string, password: string): Promise<void> {
  await keepPassword(store, id, { password: await hashPassword(password), isOneTime: false })
}

async function keepPassword(
  store: Store,
  id: string,
  data: { password: string; isOneTime: boolean },
): Promise<void> {
  await store.record(async (tx) => {
    requireFound((await tables(tx).person.updateMany({ where: { id }, data })).count, id)
    await tables(tx).session.deleteMany({ where: { personId: id } })
  })
}

/** The account of that name, where the password is its own; else null. It takes as long where there is no such name. */
export async function findByPassword(
  store: Store,
  name: string,
  password: string,
): Promise<{ account: Account; isOneTime: boolean; isExpired: boolean } | null> {
  const row = await tables(store).person.findUnique({ where: { nameKey: nameKeyOf(name) } })
  const isRight = await isPassword(password, row?.password ?? (await nobodysHash()))
  if (!row || !isRight) return null
  const toldMs = Number(row.password.split('$')[6] ?? row.createdAt)
  const isExpired = row.isOneTime && store.now().getTime() - toldMs > TOLD_MS
  return { account: toAccount(row), isOneTime: row.isOneTime, isExpired }
}

/** Begins a session; what it gives is the cookie's. Sessions that are over go. */
export async function beginSession(store: Store, personId: string): Promise<string> {
  const token = randomBytes(32).toString('hex')
  const now = store.now()
  const data = { personId, hash: tokenHash(token), createdAt: now, usedAt: now }
  await store.record(async (tx) => {
    await tables(tx).session.deleteMany({ where: { OR: isOver(now) } })
    await tables(tx).session.create({ data: { id: store.nextId('ss'), ...data } })
    await tables(tx).person.update({ where: { id: personId }, data: { seenAt: now } })
  })
  return token
}

/** Whose a session is, while it lasts; else null. */
export async function findAccount(store: Store, token: string): Promise<Account | null> {
  const now = store.now()
  const row = await tables(store).session.findFirst({
    where: { hash: tokenHash(token), NOT: { OR: isOver(now) } },
    include: { person: true },
  })
  if (row === null) return null
  // Once a minute is enough to say when it was last used.
  if (store.onlyRead === null && now.getTime() - row.usedAt.getTime() >= 60_000)
    await store.record(async (tx) => {
      await tables(tx).session.updateMany({ where: { id: row.id }, data: { usedAt: now } })
      await tables(tx).person.updateMany({ where: { id: row.personId }, data: { seenAt: now } })
    })
  return toAccount(row.person)
}

/** Ends a session; one that is over or never was is no fault. */
export async function endSession(store: Store, token: string): Promise<void> {
  await store.record((tx) => tables(tx).session.deleteMany({ where: { hash: tokenHash(token) } }))
}

const isOver = (now: Date) => [
  { usedAt: { lt: new Date(now.getTime() - IDLE_MS) } },
  { createdAt: { lt: new Date(now.getTime() - LONGEST_MS) } },
]

const toAccount = ({ id, name, role, projectIds }: Person): Account => ({
  ...{ id, name, role: roleSchema.parse(role) },
  projectIds: projectIds === null ? null : idsSchema.parse(JSON.parse(projectIds)),
})

const listOf = (projectIds: readonly string[] | null) => projectIds && JSON.stringify(projectIds)

/** Whoever has accounts has one that may do all: else nobody could ever add or change one in a page. */
async function requireOwner(tx: Tx): Promise<void> {
  const [owners, all] = [
    await tables(tx).person.count({ where: { role: 'owner' } }),
    await tables(tx).person.count(),
  ]
  if (owners > 0 || all === 0) return
  throw new UserError('owner-first', 'There must be an owner while there are accounts.', {
    hint: 'Make somebody else an owner first.',
    status: 409,
  })
}

function requireFound(count: number, id: string): void {
  if (count > 0) return
  throw new UserError('not-found', `There is no account ${id.slice(0, 60)}.`, {
    hint: 'It may have been removed; list the people.',
    status: 404,
  })
}

/** Letters and digits that are not mistaken for each other: 5 bits each. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyz3456789'

/** 20 of them: no guess meets it. */
function oneTimePassword(): string {
  const letters = [...randomBytes(20)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return (letters.join('').match(/.{5}/g) ?? []).join('-')
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { N, r, p } = COST
  return [
    'scrypt',
    N,
    r,
    p,
    salt.toString('hex'),
    (await derived(password, salt, COST)).toString('hex'),
  ].join('$')
}

/** Of a password that is told now: behind the hash stands when. */
async function toldHash(store: Store, password: string): Promise<string> {
  return `${await hashPassword(password)}$${store.now().getTime()}`
}

async function isPassword(given: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = kept.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'hex')
  return timingSafeEqual(await derived(given, Buffer.from(salt, 'hex'), cost), expected)
}

function derived(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise((done, fail) =>
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) => (error ? fail(error) : done(key))),
  )
}

/** What a name that is not there is compared with. */
let nobodys: Promise<string> | null = null
function nobodysHash(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(16).toString('hex'))
  return nobodys
}
