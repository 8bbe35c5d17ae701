import type { MemoryEntry } from '../../memory/entry.ts'
import { isExtracted } from '../../memory/entry.ts'
import { oneOf } from '../dialect.ts'
import { type Reader, selectColumn, selectList, type Tx } from '../tables.ts'
import { readEntries } from './entry-writes.ts'

/** Verbs by which a person makes an entry his or her own. */
const OWN_VERBS = ['edit', 'recategorise', 'accept']

/** Those of these entries that a person wrote, edited, reviewed, accepted or pinned. */
export async function ofPersons(client: Reader, entries: readonly MemoryEntry[]): Promise<Set<string>> {
  const changed = await selectColumn<string>(
    client,
    // An undo that was undone itself took nothing back: what counts is how many stand in a row.
    `WITH RECURSIVE undone("id", "number", "undoCount") AS (
       SELECT c."entityId", r."number", 0 FROM "Change" c JOIN "Revision" r ON r."number" = c."revisionNumber"
       WHERE c."entity" = 'entry' AND c."entityId" ${oneOf} AND r."verb" IN ('${OWN_VERBS.join("', '")}')
       UNION ALL SELECT b."id", u."number", b."undoCount" + 1 FROM undone b JOIN "Revision" u ON u."undoes" = b."number")
     SELECT DISTINCT "id" FROM undone b
     WHERE "undoCount" % 2 = 0 AND NOT EXISTS (SELECT 1 FROM "Revision" u WHERE u."undoes" = b."number")`,
    JSON.stringify(entries.map(({ id }) => id)),
  )
  const own = entries.filter((entry) => !isExtracted(entry) || entry.pinned || entry.reviewedBy != null)
  return new Set([...changed, ...own.map(({ id }) => id)])
}

/** Every entry that an extractor made of a project's runs and that is not purged, by subtask. */
export async function extractedBySubtask(tx: Tx, projectId: string): Promise<Map<string, MemoryEntry[]>> {
  const ids = await selectList<string>(
    tx,
    `SELECT "id" FROM "Entry" WHERE "projectId" = ? AND "subtaskId" IS NOT NULL AND "lifecycle" <> 'purged' ORDER BY "seq"`,
    projectId,
  )
  return Map.groupBy(await readEntries(tx, ids), ({ subtaskId }) => subtaskId ?? '')
}
