import { type MemoryEntry, memoryEntrySchema } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { EntryVersion, RevisionView } from '../memory/views.ts'
import type { Store, Tx } from './store.ts'

/** Every recorded state of an entry, newest first. */
export async function listEntryVersions({ read }: Store, entryId: string): Promise<EntryVersion[]> {
  const rows = await read.change.findMany({
    where: { entity: 'entry', entityId: entryId },
    orderBy: { id: 'desc' },
    include: { revision: true },
  })
  return rows.map(({ revision, before, after }) => ({
    revision: revision.number,
    at: revision.at.toISOString(),
    by: revision.by,
    verb: revision.verb,
    reason: revision.reason,
    before: parseState(before),
    after: parseState(after),
  }))
}

/** Revision with its changes. Throws UserError `no-such-revision`. */
export async function getRevision(
  tx: Tx | Store['read'],
  number: number,
): Promise<{
  view: RevisionView
  projectId: string | null
  batchId: string
  changes: { before: MemoryEntry | null; after: MemoryEntry | null }[]
}> {
  const row = await tx.revision.findUnique({
    where: { number },
    include: { changes: { orderBy: { id: 'asc' } } },
  })
  if (!row)
    throw new UserError('no-such-revision', `There is no revision ${number}.`, {
      hint: 'Reload the page; the list may be old.',
      status: 404,
    })
  const undo = await tx.revision.findFirst({ where: { undoes: number }, select: { number: true } })
  return {
    view: {
      revision: row.number,
      at: row.at.toISOString(),
      by: row.by,
      verb: row.verb,
      reason: row.reason,
      entryCount: row.changes.length,
      undoneBy: undo?.number ?? null,
    },
    projectId: row.projectId,
    batchId: row.batchId,
    changes: row.changes.map(({ before, after }) => ({
      before: parseState(before),
      after: parseState(after),
    })),
  }
}

function parseState(json: string | null): MemoryEntry | null {
  return json === null ? null : memoryEntrySchema.parse(JSON.parse(json))
}
