import { kindSchema, type MemoryEntry } from '../../memory/entry.ts'
import type { Support } from '../../memory/views/entries.ts'
import type { Entry } from '../generated/client.ts'
import type { Store } from '../store.ts'
import { rowsOf, select, wordsOf } from '../tables.ts'
import { supportOf } from './entry-detail.ts'
import { toEntry } from './entry-row.ts'

/** What the approved entries of these projects say: the two halves that strategies beyond cosine read. */
export async function listEntryTexts(
  store: Store,
  projectIds: readonly string[],
): Promise<Pick<MemoryEntry, 'id' | 'description' | 'experience'>[]> {
  const rows = await select<RawText>(
    store,
    `SELECT "id", "objective", "keywords", "title", "kind", "whenText", "doText", "becauseText", "checkText" FROM "Entry"
     WHERE "lifecycle" = 'approved' AND NOT "beside" AND "projectId" IN (SELECT value FROM json_each(?))`,
    JSON.stringify(projectIds),
  )
  return rows.map((row) => ({
    id: row.id,
    description: { objective: row.objective, keywords: wordsOf(row.keywords) },
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
  const rows = rowsOf<RawEntry>(
    store,
    'SELECT * FROM "Entry" WHERE "id" IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return rows.map((row) =>
    toEntry({
      ...row,
      pinned: row.pinned !== 0,
      beside: row.beside !== 0,
      reviewedAt: row.reviewedAt === null ? null : new Date(row.reviewedAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    }),
  )
}

/**
 * Of these entries those that may be served: not one with an open finding of a secret, nor one that `holdsSecret` and that nobody has
 * looked through yet. What a person dismissed as none is served.
 */
export async function readServable(
  store: Store,
  ids: readonly string[],
  holdsSecret: (entry: MemoryEntry) => boolean,
): Promise<(MemoryEntry & { support?: Support })[]> {
  const entries = await readCandidates(store, ids)
  const supports = supportOf(store, ids)
  const states = rowsOf<{ entryId: string; state: string }>(
    store,
    `SELECT "entryId", "state" FROM "Finding" WHERE "detector" = 'secret' AND "entryId" IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const isOpen = new Set(states.filter(({ state }) => state === 'open').map(({ entryId }) => entryId))
  const isLookedAt = new Set(states.map(({ entryId }) => entryId))
  return entries
    .filter((entry) => !isOpen.has(entry.id) && (isLookedAt.has(entry.id) || !holdsSecret(entry)))
    .map((entry) => {
      const support = supports.get(entry.id)
      return support ? { ...entry, support } : entry
    })
}

/** The objectives of these entries, by id; unknown ids are missing. */
export async function listObjectives(store: Store, ids: readonly string[]): Promise<Record<string, string>> {
  const entries = await readCandidates(store, [...new Set(ids)])
  return Object.fromEntries(entries.map(({ id, description }) => [id, description.objective]))
}

/** What detectors found in an entry, alone or in a pair, and nobody has settled. That it never won says nothing against it. */
export function listOpenDetectors(store: Store, entryId: string): string[] {
  return rowsOf<{ detector: string }>(
    store,
    `SELECT DISTINCT "detector" FROM "Finding" WHERE "state" = 'open' AND "detector" <> 'never-retrieved'
       AND ("entryId" = ? OR "otherId" = ?) ORDER BY 1`,
    entryId,
    entryId,
  ).map(({ detector }) => detector)
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
