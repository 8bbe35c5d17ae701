import { z } from 'zod'
import type { MemoryEntry } from '../memory/entry.ts'
import { kindSchema } from '../memory/subtask.ts'
import { toEntry } from './entry-row.ts'
import type { Entry } from './generated/client.ts'
import type { Store } from './store.ts'

const strings = z.array(z.string())

/** What the approved entries of these projects say: the two halves that strategies beyond cosine read. */
export async function listEntryTexts(
  { read }: Store,
  projectIds: readonly string[],
): Promise<Pick<MemoryEntry, 'id' | 'description' | 'experience'>[]> {
  const rows = await read.$queryRawUnsafe<RawText[]>(
    `SELECT "id", "objective", "keywords", "title", "kind", "whenText", "doText", "becauseText", "checkText" FROM "Entry"
     WHERE "lifecycle" = 'approved' AND "projectId" IN (SELECT value FROM json_each(?))`,
    JSON.stringify(projectIds),
  )
  return rows.map((row) => ({
    id: row.id,
    description: { objective: row.objective, keywords: strings.parse(JSON.parse(row.keywords)) },
    experience: {
      title: row.title,
      kind: kindSchema.parse(row.kind),
      when: row.whenText,
      do: row.doText,
      because: row.becauseText,
      check: row.checkText,
    },
  }))
}

type RawText = Record<
  'id' | 'objective' | 'keywords' | 'title' | 'kind' | 'whenText' | 'doText' | 'becauseText' | 'checkText',
  string
>

/**
 * The entries of these ids as they are now; unknown ids are missing. As `getEntries`, for the hot path of retrieval: a
 * statement that stays prepared costs a fraction of what the client's own takes.
 */
export async function readCandidates(store: Store, ids: readonly string[]): Promise<MemoryEntry[]> {
  const rows = store.rows<RawEntry>(
    'SELECT * FROM "Entry" WHERE "id" IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return rows.map((row) =>
    toEntry({
      ...row,
      pinned: row.pinned !== 0,
      reviewedAt: row.reviewedAt === null ? null : new Date(row.reviewedAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    }),
  )
}

/** A row as SQLite has it: truth as 0 or 1, instants as text. */
type RawEntry = {
  [K in keyof Entry]: Entry[K] extends Date
    ? string
    : Entry[K] extends Date | null
      ? string | null
      : Entry[K] extends boolean
        ? number
        : Entry[K]
}
