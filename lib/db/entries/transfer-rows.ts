import { type MemoryEntry, saysTheSame } from '../../memory/entry.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import type { EntryVersion } from '../../memory/views/entries.ts'
import { untilNextCommit } from '../commit-cache.ts'
import { getTrajectory } from '../episodes/steps.ts'
import { insertRows } from '../in-turns.ts'
import type { Store, Tx } from '../store.ts'
import { isoText, type Reader, select, tables } from '../tables.ts'
import { matchingIds } from './entries.ts'
import { toEntry } from './entry-row.ts'
import { listEntryVersions } from './revisions.ts'

/** Everything of an entry that leaves with it. */
export type TransferRow = {
  entry: MemoryEntry
  outcome: string | null
  /** The run and the subtask it came from, named so that another Loupe finds them; null without a source. */
  source: { contentHash: string; fileName: string; subtaskPosition: number | null } | null
  position: number | null
  origins: { sourceId: string; how: string }[]
  notes: { by: string; text: string; createdAt: string }[]
  versions: EntryVersion[]
}

/** The entries of a filter, oldest first, page by page. Versions only when asked for. */
export async function* transferRows(
  store: Store,
  filter: EntryFilter,
  { versions }: { versions: boolean },
): AsyncGenerator<TransferRow> {
  yield* rowsOf(store, await matchingIds(store, filter), versions)
}

async function* rowsOf(store: Store, ids: string[], versions: boolean): AsyncGenerator<TransferRow> {
  for (let at = 0; at < ids.length; at += 200) {
    const rows = await tables(store).entry.findMany({
      where: { id: { in: ids.slice(at, at + 200) } },
      orderBy: { seq: 'asc' },
      include: {
        episode: { select: { contentHash: true, fileName: true, outcome: true } },
        subtask: { select: { position: true } },
        origins: { where: { revision: { gt: 0 } }, orderBy: { sourceId: 'asc' } },
        notes: { orderBy: { id: 'asc' } },
      },
    })
    for (const row of rows)
      yield {
        entry: toEntry(row),
        outcome: row.episode?.outcome ?? null,
        source: row.episode && {
          contentHash: row.episode.contentHash,
          fileName: row.episode.fileName,
          subtaskPosition: row.subtask?.position ?? null,
        },
        position: row.position,
        origins: row.origins.map(({ sourceId, how }) => ({ sourceId, how })),
        notes: row.notes.map(({ by, text, createdAt }) => ({ by, text, createdAt: createdAt.toISOString() })),
        versions: versions ? await listEntryVersions(store, row.id) : [],
      }
  }
}

/** A run with what was made of it. */
export type RunRow = {
  trajectory: Trajectory
  source: { contentHash: string; fileName: string }
  subtasks: { position: number; category: string; fromStep: number; toStep: number; objective: string }[]
  entries: TransferRow[]
}

/** The runs that the entries of a filter come from, in the order of the stream, each with those entries. */
export async function* transferRuns(
  store: Store,
  filter: EntryFilter,
  { versions }: { versions: boolean },
): AsyncGenerator<RunRow> {
  for (const { episodeId, ids } of await idsByRun(store, filter)) {
    if (episodeId === null) continue
    const { contentHash, fileName, subtasks } = await tables(store).episode.findUniqueOrThrow({
      where: { id: episodeId },
      select: {
        contentHash: true,
        fileName: true,
        subtasks: {
          select: { position: true, category: true, fromStep: true, toStep: true, objective: true },
          orderBy: { position: 'asc' },
        },
      },
    })
    const { trajectory } = await getTrajectory(store, episodeId)
    const entries: TransferRow[] = []
    for await (const row of rowsOf(store, ids, versions)) entries.push(row)
    yield { trajectory, source: { contentHash, fileName }, subtasks, entries }
  }
}

/** Ids of the entries of a filter by their run, in the order of the stream; those without a run, or copied here from a project that has it, stand together under null. */
export async function idsByRun(
  store: Store,
  filter: EntryFilter,
): Promise<{ episodeId: string | null; ids: string[] }[]> {
  const rows = await select<{ episodeId: string | null; ids: string }>(
    store,
    `SELECT ep."id" AS "episodeId", json_group_array(e."id" ORDER BY j.key) AS ids FROM json_each(?) j JOIN "Entry" e ON e."id" = j.value
     LEFT JOIN "Episode" ep ON ep."id" = e."episodeId" AND ep."projectId" = e."projectId" GROUP BY ep."id", ep."position" ORDER BY ep."position" NULLS FIRST`,
    JSON.stringify(await matchingIds(store, filter)),
  )
  return rows.map(({ episodeId, ids }) => ({ episodeId, ids: JSON.parse(ids) }))
}

/** How many entries of a filter have no run here: written by a person, or brought or copied from elsewhere. They are in no ATIF. */
export async function countWithoutRun(store: Store, filter: EntryFilter): Promise<number> {
  return (await idsByRun(store, filter)).find(({ episodeId }) => episodeId === null)?.ids.length ?? 0
}

/** The same of all entries of a project, at the price of a count. */
export async function countAllWithoutRun(store: Store, projectId: string): Promise<number> {
  return await untilNextCommit(store, `without run ${projectId}`, () =>
    tables(store).entry.count({
      where: { projectId, OR: [{ episodeId: null }, { episode: { projectId: { not: projectId } } }] },
    }),
  )
}

/** The run and subtask of this project that a source names; nulls where they are not stored here. */
export async function findSource(
  read: Reader,
  projectId: string,
  source: TransferRow['source'],
): Promise<{ episodeId: string | null; subtaskId: string | null; position: number | null }> {
  const episode =
    source &&
    (await tables(read).episode.findUnique({
      where: { projectId_contentHash: { projectId, contentHash: source.contentHash } },
      select: { id: true, position: true, subtasks: { select: { id: true, position: true } } },
    }))
  if (!episode) return { episodeId: null, subtaskId: null, position: null }
  const subtask = episode.subtasks.find(({ position }) => position === source.subtaskPosition)
  return { episodeId: episode.id, subtaskId: subtask?.id ?? null, position: episode.position }
}

/** True when the project holds an entry, neither retired nor purged, that says word for word the same; one beside counts too. */
export async function findLike(read: Reader, projectId: string, entry: MemoryEntry): Promise<boolean> {
  const { category, suppressionKey } = entry
  const rows = await tables(read).entry.findMany({
    where: { projectId, suppressionKey, category, lifecycle: { notIn: ['retired', 'purged'] } },
  })
  return rows.map(toEntry).some((other) => saysTheSame(other, entry))
}

/** Titles of entries that are stored, by id. */
export async function listTitles(read: Reader, ids: string[]): Promise<Map<string, string>> {
  const rows = await tables(read).entry.findMany({
    where: { id: { in: ids } },
    select: { id: true, title: true },
  })
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Notes that came with an entry, under new ids. */
export async function insertNotes(
  store: Store,
  tx: Tx,
  entryId: string,
  notes: TransferRow['notes'],
): Promise<void> {
  await insertRows(tx, 'Note', notes, ({ by, text, createdAt }) => ({
    ...{ id: store.nextId('n'), entryId, by, text },
    createdAt: isoText(new Date(createdAt)),
  }))
}
