import { z } from 'zod'
import { turnOutcomes } from './episodes/outcome-turns.ts'
import { getSetting, type Tx } from './store.ts'
import { type Reader, tables } from './tables.ts'
import { undoChain } from './undo-chain.ts'

const turnSchema = z.object({ before: z.string().nullable(), after: z.string().nullable() })

/** How a new entry of a project arrives: `reviewGate`: it waits for a person; `serving`: the extractor in service, null = whatever was made first. */
type ArrivalTerms = { reviewGate: boolean; serving: string | null }

/** Read in the transaction that stores the entry: a person may have changed them while it was made. */
export async function findArrivalTerms(tx: Tx, projectId: string): Promise<ArrivalTerms> {
  const { extractor: serving, ...terms } = await tables(tx).project.findUniqueOrThrow({
    where: { id: projectId },
    select: { reviewGate: true, extractor: true },
  })
  return { ...terms, serving }
}

/** The extractor in service in a project; null = whatever was made first. */
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

/** Whether a revision turned what a project serves or outcomes of its runs, or took that back: it can be undone although it changed no entry. */
export async function didTurn(client: Reader, revision: number): Promise<boolean> {
  for await (const { number, projectId } of undoChain(client, revision)) {
    const names = [`serving:${number}:${projectId}`, `outcomes:${number}:${projectId}`]
    if ((await tables(client).setting.count({ where: { name: { in: names } } })) > 0) return true
  }
  return false
}

/** When a revision that is about to be undone turned what a project serves or outcomes of its runs, or took that back, they are turned again. */
export async function turnAgain(tx: Tx, revision: number): Promise<void> {
  let undoCount = 0
  for await (const { number, projectId } of undoChain(tx, revision)) {
    const turn = { number, isUndone: undoCount % 2 === 0 }
    if (projectId) {
      await turnServing(tx, { projectId, ...turn })
      await turnOutcomes(tx, { projectId, ...turn })
    }
    undoCount++
  }
}

async function turnServing(
  tx: Tx,
  { projectId: id, number, isUndone }: { projectId: string; number: number; isUndone: boolean },
): Promise<void> {
  const turn = await getSetting(tx, `serving:${number}:${id}`)
  if (turn === null) return
  const extractor = turnSchema.parse(JSON.parse(turn))[isUndone ? 'before' : 'after']
  await tables(tx).project.update({ where: { id }, data: { extractor } })
}
