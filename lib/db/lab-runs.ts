import type { Store } from './store.ts'

/** A batch as it came out. `request` and `report` are what lib/memory/batch.ts describes. */
export type LabRunRow = {
  id: string
  projectId: string
  name: string
  by: string
  request: unknown
  report: unknown
  storeRevision: number
  embedder: string
  createdAt: string
}

/** A run in a list, without what it holds. */
export type LabRunHead = Pick<LabRunRow, 'id' | 'name' | 'by' | 'storeRevision' | 'embedder' | 'createdAt'>

/** Keeps a run and gives its id. */
export async function saveLabRun(
  store: Store,
  run: Omit<LabRunRow, 'id' | 'createdAt'>,
): Promise<{ id: string }> {
  const id = store.nextId('lr')
  const { request, report, ...row } = run
  await store.record((tx) =>
    tx.labRun.create({
      data: {
        id,
        ...row,
        request: JSON.stringify(request),
        report: JSON.stringify(report),
        createdAt: store.now(),
      },
    }),
  )
  return { id }
}

/** A kept run, or null. */
export async function findLabRun({ read }: Store, id: string): Promise<LabRunRow | null> {
  const row = await read.labRun.findUnique({ where: { id } })
  if (!row) return null
  return {
    ...row,
    request: JSON.parse(row.request),
    report: JSON.parse(row.report),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The latest runs of a project, newest first. */
export async function listLabRuns({ read }: Store, projectId: string, limit: number): Promise<LabRunHead[]> {
  const rows = await read.labRun.findMany({
    where: { projectId },
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, name: true, by: true, storeRevision: true, embedder: true, createdAt: true },
  })
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
