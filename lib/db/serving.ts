import { z } from 'zod'
import type { Category } from '../memory/category.ts'
import { UserError } from '../memory/errors.ts'
import type { Tx } from './store.ts'
import { type Inside, type Reader, rowsOf, tables } from './tables.ts'

const turnSchema = z.object({ before: z.string().nullable(), after: z.string().nullable() })
const flipSchema = z.object({ before: z.boolean(), after: z.boolean() })

/** How a new entry of a project arrives: `reviewGate`: it waits for a person; `serving`: the extractor in service, null = the one that imports run; excerpts may be kept and not served. */
type ArrivalTerms = { reviewGate: boolean; serving: string | null; withholdsExcerpts: boolean }

/** Read in the transaction that stores the entry: a person may have changed them while it was made. */
export async function findArrivalTerms(tx: Tx, projectId: string): Promise<ArrivalTerms> {
  const { extractor: serving, ...terms } = await tables(tx).project.findUniqueOrThrow({
    where: { id: projectId },
    select: { reviewGate: true, extractor: true, withholdsExcerpts: true },
  })
  return { ...terms, serving }
}

/** The extractor in service in a project; null = the one that imports run. */
export async function findServing(client: Reader, projectId: string): Promise<string | null> {
  const row = await tables(client).project.findUnique({
    where: { id: projectId },
    select: { extractor: true },
  })
  return row?.extractor ?? null
}

/** Puts an extractor in service at a revision, which an undo can take back. */
export async function putServing(
  tx: Tx,
  {
    projectId,
    revision,
    before,
    after,
  }: z.infer<typeof turnSchema> & { projectId: string; revision: number },
): Promise<void> {
  const value = JSON.stringify({ before, after })
  // Goes with the project, as everything under a name that ends so.
  await tables(tx).setting.create({ data: { name: `serving:${revision}:${projectId}`, value } })
  await tables(tx).project.update({ where: { id: projectId }, data: { extractor: after } })
}

/** Whether the excerpts of a project are withheld. */
export async function findWithheld(client: Reader, projectId: string): Promise<boolean> {
  const row = await tables(client).project.findUnique({
    where: { id: projectId },
    select: { withholdsExcerpts: true },
  })
  if (row) return row.withholdsExcerpts
  throw new UserError('no-such-project', `There is no project ${projectId.slice(0, 60)}.`, {
    hint: 'Look at the list of projects.',
    status: 404,
  })
}

/** Approved excerpts of a category that these projects keep and do not serve. */
export function countWithheld(store: Inside, projectIds: readonly string[], category: Category): number {
  const [row] = rowsOf<{ count: number }>(
    store,
    `SELECT COUNT(*) AS count FROM "Entry" e JOIN "Project" p ON p."id" = e."projectId"
     WHERE e."projectId" IN (SELECT value FROM json_each(?)) AND p."withholdsExcerpts" AND e."beside"
       AND e."lifecycle" = 'approved' AND e."category" = ? AND e."extractor" LIKE 'rules%'`,
    JSON.stringify(projectIds),
    category,
  )
  return row?.count ?? 0
}

/** Withholds the excerpts of a project, or serves them, at a revision, which an undo can take back. */
export async function putWithheld(
  tx: Tx,
  {
    projectId,
    revision,
    before,
    after,
  }: z.infer<typeof flipSchema> & { projectId: string; revision: number },
): Promise<void> {
  const value = JSON.stringify({ before, after })
  await tables(tx).setting.create({ data: { name: `withheld:${revision}:${projectId}`, value } })
  await tables(tx).project.update({ where: { id: projectId }, data: { withholdsExcerpts: after } })
}

/** Whether a revision turned what a project serves, or took that back: it can be undone although it changed no entry. */
export async function turnedServing(client: Reader, revision: number): Promise<boolean> {
  for (let number: number | null = revision; number !== null; ) {
    const row: { undoes: number | null; projectId: string | null } | null = await tables(
      client,
    ).revision.findUnique({
      where: { number },
      select: { undoes: true, projectId: true },
    })
    const names = [`serving:${number}:${row?.projectId}`, `withheld:${number}:${row?.projectId}`]
    if ((await tables(client).setting.count({ where: { name: { in: names } } })) > 0) return true
    number = row?.undoes ?? null
  }
  return false
}

/** When a revision that is about to be undone turned what a project serves, or took that back, the project is turned again. */
export async function turnServing(tx: Tx, revision: number): Promise<void> {
  let undoCount = 0
  for (let number: number | null = revision; number !== null; undoCount++) {
    const row: { undoes: number | null; projectId: string | null } | null = await tables(
      tx,
    ).revision.findUnique({
      where: { number },
      select: { undoes: true, projectId: true },
    })
    const projectId = row?.projectId
    if (projectId) await turnBack(tx, { projectId, number, isUndone: undoCount % 2 === 0 })
    number = row?.undoes ?? null
  }
}

async function turnBack(
  tx: Tx,
  { projectId: id, number, isUndone }: { projectId: string; number: number; isUndone: boolean },
): Promise<void> {
  const kept = async (name: string) =>
    (await tables(tx).setting.findUnique({ where: { name: `${name}:${number}:${id}` } }))?.value
  const side = isUndone ? 'before' : 'after'
  const [serving, withheld] = [await kept('serving'), await kept('withheld')]
  if (serving) {
    const extractor = turnSchema.parse(JSON.parse(serving))[side]
    await tables(tx).project.update({ where: { id }, data: { extractor } })
  }
  if (withheld) {
    const withholdsExcerpts = flipSchema.parse(JSON.parse(withheld))[side]
    await tables(tx).project.update({ where: { id }, data: { withholdsExcerpts } })
  }
}
