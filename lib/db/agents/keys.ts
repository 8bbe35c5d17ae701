import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type AccessKey, type KeyView, SCOPES } from '../../memory/keys.ts'
import { oneOf } from '../dialect.ts'
import type { Store } from '../store.ts'
import { selectColumn, selectNumbers, tables } from '../tables.ts'

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

/** Where the rows of a kind are, by the prefix of their ids, and the column that names their project. */
const ROWS_OF: Readonly<Record<string, { from: string; project?: string }>> = {
  ...Object.fromEntries(
    Object.entries({
      ...{
        m: 'Entry',
        ep: 'Episode',
        r: 'Retrieval',
        j: 'Job',
        f: 'Finding',
        qs: 'QualitySample',
        v: 'Verdict',
      },
      ...{ sy: 'Study', x: 'Study', cp: 'Study', sv: 'SavedView', as: 'AgentSession' },
    }).map(([prefix, table]) => [prefix, { from: `"${table}" t`, project: 't."projectId"' }]),
  ),
  p: { from: '"Project" t', project: 't."id"' },
  st: { from: '"Subtask" t JOIN "Episode" o ON o."id" = t."episodeId"' },
  ji: { from: '"JobItem" t JOIN "Job" o ON o."id" = t."jobId"' },
  n: { from: '"Note" t JOIN "Entry" o ON o."id" = t."entryId"' },
}

/** Prefixes of ids that are known to be of a project. */
export const PREFIXES_OF_PROJECTS = Object.keys(ROWS_OF)

/** Whether all of these ids are of rows that are there and lie in these projects. */
export async function areOfProjects(
  store: Store,
  ids: Iterable<string>,
  projectIds: readonly string[],
): Promise<boolean> {
  for (const [prefix, own] of Map.groupBy(new Set(ids), (id) => id.slice(0, id.indexOf('_')))) {
    const { from, project = 'o."projectId"' } = ROWS_OF[prefix] ?? {}
    if (from === undefined) return false
    const { count } = await selectNumbers<'count'>(
      store,
      `SELECT COUNT(*) AS "count" FROM ${from} WHERE t."id" ${oneOf} AND ${project} ${oneOf}`,
      JSON.stringify(own),
      JSON.stringify(projectIds),
    )
    if (count !== own.length) return false
  }
  return true
}

/** Whether a revision, and all that it changed, lies in these projects. */
export async function isRevisionOf(
  store: Store,
  number: number,
  projectIds: readonly string[],
): Promise<boolean> {
  const found = await selectColumn<string | null>(
    store,
    `SELECT "projectId" FROM "Revision" WHERE "number" = ?
     UNION SELECT e."projectId" FROM "Change" c JOIN "Entry" e ON e."id" = c."entityId" WHERE c."revisionNumber" = ?`,
    number,
    number,
  )
  const named = found.filter((id) => id !== null)
  return named.length > 0 && named.every((id) => projectIds.includes(id))
}

/** Whether a model was asked a request for one of these projects. */
export async function isAskedFor(
  store: Store,
  hash: string,
  projectIds: readonly string[],
): Promise<boolean> {
  const where = { hash, projectId: { in: [...projectIds] } }
  return (
    (await tables(store).modelAsk.count({ where })) > 0 ||
    (await tables(store).questionAsk.count({ where })) > 0
  )
}
