import { z } from 'zod'
import type { Store, Tx } from './store.ts'

const turnSchema = z.object({ before: z.string().nullable(), after: z.string().nullable() })

/** The extractor in service in a project; null = the one that imports run. */
export async function findServing(client: Tx | Store['read'], projectId: string): Promise<string | null> {
  const row = await client.project.findUnique({ where: { id: projectId }, select: { extractor: true } })
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
  await tx.setting.create({ data: { name: `serving:${revision}:${projectId}`, value } })
  await tx.project.update({ where: { id: projectId }, data: { extractor: after } })
}

/** When a revision that is about to be undone put an extractor in service, or took that back, the project goes over again. */
export async function turnServing(tx: Tx, revision: number): Promise<void> {
  let undoCount = 0
  for (let number: number | null = revision; number !== null; undoCount++) {
    const row: { undoes: number | null; projectId: string | null } | null = await tx.revision.findUnique({
      where: { number },
      select: { undoes: true, projectId: true },
    })
    const kept = row?.projectId
      ? await tx.setting.findUnique({ where: { name: `serving:${number}:${row.projectId}` } })
      : null
    if (row?.projectId && kept) {
      const { before, after } = turnSchema.parse(JSON.parse(kept.value))
      const extractor = undoCount % 2 === 0 ? before : after
      await tx.project.update({ where: { id: row.projectId }, data: { extractor } })
      return
    }
    number = row?.undoes ?? null
  }
}
