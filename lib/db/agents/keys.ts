import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type AccessKey, type KeyView, SCOPES } from '../../memory/keys.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
const scopesOf = (words: string) => z.array(z.enum(SCOPES)).parse(words.split(' '))

/** Makes a key. Only its hash is kept: `key` is seen this once. */
export async function makeKey(
  store: Store,
  { name, scopes, projectId }: Omit<AccessKey, 'id'>,
): Promise<{ id: string; key: string }> {
  const key = randomBytes(32).toString('hex')
  const row = { name, scopes: scopes.join(' '), projectId, hash: hashOf(key), createdAt: store.now() }
  const id = store.nextId('ak')
  await store.record((tx) => tables(tx).accessKey.create({ data: { id, ...row } }))
  return { id, key }
}

/** What a key may do, or null where there is none such (any more). */
export async function findKey(store: Store, key: string): Promise<AccessKey | null> {
  const row = await tables(store).accessKey.findUnique({ where: { hash: hashOf(key) } })
  if (row === null) return null
  const { id, name, scopes, projectId, usedAt } = row
  const now = store.now()
  // Once a minute is enough to say when it was last used.
  if (store.onlyRead === null && (usedAt === null || now.getTime() - usedAt.getTime() >= 60_000))
    await store.record((tx) => tables(tx).accessKey.updateMany({ where: { id }, data: { usedAt: now } }))
  return { id, name, scopes: scopesOf(scopes), projectId }
}

/** Every key, newest first. */
export async function listKeys(store: Store): Promise<KeyView[]> {
  const [rows, projects] = await Promise.all([
    tables(store).accessKey.findMany({ orderBy: { id: 'desc' } }),
    tables(store).project.findMany({ select: { id: true, name: true } }),
  ])
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return rows.map(({ hash: _, scopes, projectId, createdAt, usedAt, ...row }) => ({
    ...row,
    scopes: scopesOf(scopes),
    projectId,
    project: projectId === null ? null : (names.get(projectId) ?? null),
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }))
}

/** From now on the key opens nothing; false when there is none such. */
export async function revokeKey(store: Store, id: string): Promise<boolean> {
  return (await store.record((tx) => tables(tx).accessKey.deleteMany({ where: { id } }))).count > 0
}

/** Tables of one project's rows, by the prefix of their ids. */
const TABLE_OF: Readonly<Record<string, string>> = {
  m: 'Entry',
  ep: 'Episode',
  r: 'Retrieval',
  j: 'Job',
  f: 'Finding',
  qs: 'QualitySample',
  v: 'Verdict',
}

/** The project of a row by its id; null where the id names none. */
export async function findProjectOf(store: Store, id: string): Promise<string | null> {
  if (id.startsWith('p_')) return id
  const table = TABLE_OF[id.slice(0, id.indexOf('_'))]
  if (table === undefined) return null
  const [row] = await tables(store).$queryRawUnsafe<{ projectId: string | null }[]>(
    `SELECT "projectId" FROM "${table}" WHERE "id" = ?`,
    id,
  )
  return row?.projectId ?? null
}
