import { z } from 'zod'
import type { Category } from '../memory/category.ts'
import { noSuchProject } from './projects.ts'
import { getSetting } from './settings.ts'
import type { Tx } from './store.ts'
import { type Inside, type Reader, rowsOf, tables } from './tables.ts'
import { undoChain } from './undo-chain.ts'

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
  input: z.infer<typeof turnSchema> & { projectId: string; revision: number },
): Promise<void> {
  const { projectId, revision, before, after } = input
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
  throw noSuchProject(projectId)
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
  input: z.infer<typeof flipSchema> & { projectId: string; revision: number },
): Promise<void> {
  const { projectId, revision, before, after } = input
  const value = JSON.stringify({ before, after })
  await tables(tx).setting.create({ data: { name: `withheld:${revision}:${projectId}`, value } })
  await tables(tx).project.update({ where: { id: projectId }, data: { withholdsExcerpts: after } })
}

/** Whether a revision turned what a project serves, or took that back: it can be undone although it changed no entry. */
export async function turnedServing(client: Reader, revision: number): Promise<boolean> {
  for await (const { number, projectId } of undoChain(client, revision)) {
    const names = [`serving:${number}:${projectId}`, `withheld:${number}:${projectId}`]
    if ((await tables(client).setting.count({ where: { name: { in: names } } })) > 0) return true
  }
  return false
}

/** When a revision that is about to be undone turned what a project serves, or took that back, the project is turned again. */
export async function turnServing(tx: Tx, revision: number): Promise<void> {
  let undoCount = 0
  for await (const { number, projectId } of undoChain(tx, revision)) {
    if (projectId && (await turnBack(tx, { projectId, number, isUndone: undoCount % 2 === 0 }))) return
    undoCount++
  }
}

async function turnBack(
  tx: Tx,
  { projectId: id, number, isUndone }: { projectId: string; number: number; isUndone: boolean },
): Promise<boolean> {
  const kept = (name: string) => getSetting(tx, `${name}:${number}:${id}`)
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
  return Boolean(serving || withheld)
}
