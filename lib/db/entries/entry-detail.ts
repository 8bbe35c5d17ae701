import { z } from 'zod'
import { kindSchema, type MemoryEntry } from '../../memory/entry.ts'
import type { Provenance } from '../../memory/retrieval.ts'
import { sourceSchema } from '../../memory/source.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { EntryDetail, Support } from '../../memory/views/entries.ts'
import { oneOf } from '../dialect.ts'
import { listSteps } from '../episodes/steps.ts'
import { listSubtaskLabels } from '../episodes/subtask-labels.ts'
import type { Entry } from '../generated/client.ts'
import { countServed, listWon } from '../retrieval/retrievals.ts'
import type { Store } from '../store.ts'
import { descriptionAtStart, rowsOf, select, tables, wordsOf } from '../tables.ts'
import { toEntry } from './entry-row.ts'
import { listNotes } from './notes.ts'
import { listOrigins } from './origins.ts'
import { listEntryVersions } from './revisions.ts'

/** All that the store knows of an entry, or null; neighbours and the injected text are made above. */
export async function findEntryDetail(
  store: Store,
  id: string,
): Promise<Omit<EntryDetail, 'injected' | 'injectedTokens' | 'neighbours'> | null> {
  const row = await tables(store).entry.findUnique({
    where: { id },
    include: { project: true, episode: true, subtask: true },
  })
  if (!row) return null
  const entry = toEntry(row)
  const { episodeId, fromStep, toStep } = entry
  const [steps, versions, servedCount, won, notes, origins, labels] = await Promise.all([
    episodeId !== null && fromStep !== null && toStep !== null
      ? listSteps(store, episodeId, fromStep, toStep)
      : [],
    listEntryVersions(store, id),
    countServed(store, id),
    listWon(store, id, 20),
    listNotes(store, id),
    listOrigins(store, id),
    entry.subtaskId === null ? [] : listSubtaskLabels(store, entry.subtaskId),
  ])
  const { subtask, episode, project } = row
  return {
    entry,
    support: (await supportOf(store, [id])).get(id) ?? null,
    projectName: project.name,
    projectSource: sourceSchema.parse(project.source),
    outcome: outcomeSchema.parse(episode?.outcome ?? null),
    outcomeSource: episode?.outcomeSource ?? null,
    descriptionAtStart: subtask && descriptionAtStart(subtask),
    judged: subtask && z.enum(['correct', 'incorrect', 'undetermined']).parse(subtask.judged),
    steps,
    versions,
    servedCount,
    won,
    notes,
    origins,
    labels,
  }
}

/** Where an entry comes from and what became of it; null when it is not stored. */
export async function findProvenance(store: Store, id: string): Promise<Provenance | null> {
  const [row, edits, servedCount] = await Promise.all([
    tables(store).entry.findUnique({ where: { id }, include: { episode: { select: { outcome: true } } } }),
    tables(store).change.findMany({
      where: { entity: 'entry', entityId: id, revision: { verb: 'edit' } },
      orderBy: { id: 'desc' },
      select: { revision: { select: { by: true } } },
    }),
    countServed(store, id),
  ])
  if (!row) return null
  const { episodeId, instanceId, fromStep, toStep, extractor } = row
  return {
    ...{ episodeId, instanceId, fromStep, toStep, extractor, servedCount },
    outcome: outcomeSchema.parse(row.episode?.outcome ?? null),
    createdAt: row.createdAt.toISOString(),
    editCount: edits.length,
    lastEditedBy: edits[0]?.revision.by ?? null,
    flags: wordsOf(row.flags),
    openFindings: await listOpenDetectors(store, id),
  }
}

/** Of entries that were merged from several runs, by id: how many runs teach them and how those ended. Others are missing. */
export async function supportOf(store: Store, ids: readonly string[]): Promise<Map<string, Support>> {
  const rows = await rowsOf<Support & { id: string }>(
    store,
    `WITH RECURSIVE made("root", "id") AS (
       SELECT value, value FROM json_each(?)
       UNION SELECT m."root", o."sourceId" FROM made m
         JOIN "Origin" o ON o."entryId" = m."id" AND o."how" = 'merge' AND o."revision" > 0)
     SELECT m."root" AS id, COUNT(DISTINCT e."id") AS runs,
       COUNT(DISTINCT CASE WHEN e."outcome" = 'resolved' THEN e."id" END) AS resolved,
       COUNT(DISTINCT CASE WHEN e."outcome" IS NULL THEN e."id" END) AS unknown
     FROM made m JOIN "Entry" n ON n."id" = m."id" JOIN "Episode" e ON e."id" = n."episodeId"
     GROUP BY m."root" HAVING COUNT(DISTINCT e."id") > 1`,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ id, ...support }) => [id, support]))
}

/** Approved entries that came from a span of steps, those of extractors out of service too, oldest first. */
export async function listSpanEntries(store: Store, projectIds: readonly string[]): Promise<MemoryEntry[]> {
  const rows = await tables(store).entry.findMany({
    where: {
      projectId: { in: [...projectIds] },
      lifecycle: 'approved',
      subtaskId: { not: null },
      episodeId: { not: null },
      fromStep: { not: null },
      toStep: { not: null },
    },
    orderBy: { id: 'asc' },
  })
  return rows.map(toEntry)
}

/** What the approved entries of these projects say: the two halves that strategies beyond cosine read. */
export async function listEntryTexts(
  store: Store,
  projectIds: readonly string[],
): Promise<Pick<MemoryEntry, 'id' | 'description' | 'experience'>[]> {
  const rows = await select<RawText>(
    store,
    `SELECT "id", "objective", "keywords", "title", "kind", "whenText", "doText", "becauseText", "checkText" FROM "Entry"
     WHERE "lifecycle" = 'approved' AND NOT "beside" AND "projectId" ${oneOf}`,
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
  const sql = `SELECT * FROM "Entry" WHERE "id" ${oneOf}`
  return (await rowsOf<Entry>(store, sql, JSON.stringify(ids))).map(toEntry)
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
  // Asked together, without a turn in between: one state of the store.
  const [entries, supports, states] = await Promise.all([
    readCandidates(store, ids),
    supportOf(store, ids),
    rowsOf<{ entryId: string; state: string }>(
      store,
      `SELECT "entryId", "state" FROM "Finding" WHERE "detector" = 'secret' AND "entryId" ${oneOf}`,
      JSON.stringify(ids),
    ),
  ])
  const isOpen = new Set(states.filter(({ state }) => state === 'open').map(({ entryId }) => entryId))
  const isLookedAt = new Set(states.map(({ entryId }) => entryId))
  return entries
    .filter((entry) => !isOpen.has(entry.id) && (isLookedAt.has(entry.id) || !holdsSecret(entry)))
    .map((entry) => {
      const support = supports.get(entry.id)
      return support ? { ...entry, support } : entry
    })
}

/** Entries of these projects that an open finding of a secret keeps from being served. */
export async function listWithheld(store: Store, projectIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ entryId: string }>(
    store,
    `SELECT DISTINCT "entryId" FROM "Finding" WHERE "detector" = 'secret' AND "state" = 'open'
       AND "projectId" ${oneOf}`,
    JSON.stringify(projectIds),
  )
  return rows.map(({ entryId }) => entryId)
}

/** The objectives of these entries, by id; unknown ids are missing. */
export async function listObjectives(store: Store, ids: readonly string[]): Promise<Record<string, string>> {
  const entries = await readCandidates(store, [...new Set(ids)])
  return Object.fromEntries(entries.map(({ id, description }) => [id, description.objective]))
}

/** What detectors found in an entry, alone or in a pair, and nobody has settled. That it never won says nothing against it. */
export async function listOpenDetectors(store: Store, entryId: string): Promise<string[]> {
  const rows = await rowsOf<{ detector: string }>(
    store,
    `SELECT "detector" FROM "Finding" WHERE "state" = 'open' AND "detector" <> 'never-retrieved'
       AND ("entryId" = ? OR "otherId" = ?)`,
    entryId,
    entryId,
  )
  // Here and not by the statement, which would make a table for them at each call.
  return [...new Set(rows.map(({ detector }) => detector))].sort()
}
