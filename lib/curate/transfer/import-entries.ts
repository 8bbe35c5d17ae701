import { z } from 'zod'
import { type EntryVector, insertEntries, readEntries } from '../../db/entries/entry-writes.ts'
import { insertOrigins } from '../../db/entries/origins.ts'
import { findLike, findSource, insertNotes } from '../../db/entries/transfer-rows.ts'
import { listLiveKeys, listSuppressed, suppressAll } from '../../db/purge/suppressions.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { TransferReport } from '../../memory/views/curation.ts'
import { type CurateDeps, writeChanges } from '../change-entries.ts'
import { type PortableLine, TOO_LONG } from './read-portables.ts'

/** What to do with an entry that is here under the same id and says something else. */
export const importPolicySchema = z.enum(['skip', 'replace', 'keep-both'])
export type ImportPolicy = z.infer<typeof importPolicySchema>

type Line = PortableLine & { entry: MemoryEntry; position: number | null }
export type Sorted = {
  fresh: Line[]
  conflicting: { line: Line; before: MemoryEntry }[]
  same: Line[]
  suppressed: Line[]
}

/** The lines that an import writes under a policy. */
export function linesToWrite({ fresh, conflicting }: Sorted, policy: ImportPolicy): PortableLine[] {
  return policy === 'skip' ? fresh : [...fresh, ...conflicting.map(({ line }) => line)]
}

/**
 * Writes sorted lines inside a transaction, all at one revision; null when there is nothing to write. `vectors`: of each line to write,
 * by its number. What was approved elsewhere waits for a person where the project says so.
 */
export async function writeLines(
  tx: Tx,
  revise: (projectId: string) => Promise<number>,
  {
    sorted,
    project,
    policy,
  }: { sorted: Sorted; project: { id: string; reviewGate: boolean }; policy: ImportPolicy },
  vectors: ReadonlyMap<number, EntryVector>,
  deps: Pick<CurateDeps, 'store' | 'by'>,
): Promise<number | null> {
  const { store, by } = deps
  const added = [...sorted.fresh]
  const replaced = policy === 'replace' ? sorted.conflicting : []
  if (policy === 'keep-both')
    for (const { line, before } of sorted.conflicting) added.push(besides(line, before, store.nextId('m')))
  if (added.length + replaced.length === 0) return null
  const revision = await revise(project.id)
  const ready = project.reviewGate ? added.map(behindGate) : added
  await insertEntries(
    tx,
    revision,
    ready.map(({ entry, position, line }) => ({
      entry,
      position,
      vectors: [vectors.get(line)].flatMap((one) => one ?? []),
    })),
  )
  const retired = ready.flatMap(({ entry }) => (entry.lifecycle === 'retired' ? [entry] : []))
  if (retired.length > 0) await suppressAll(store, tx, retired, by)
  if (replaced.length > 0)
    await writeChanges(
      tx,
      async () => revision,
      replaced.map(({ line, before }) => {
        const vector = vectors.get(line.line)
        return {
          before,
          after: { ...line.entry, revision: before.revision },
          ...(vector ? { vector } : {}),
        }
      }),
      deps,
    )
  for (const { entry, portable } of ready) {
    await insertOrigins(
      tx,
      revision,
      portable.origins.map((origin) => ({ entryId: entry.id, ...origin })),
    )
    await insertNotes(store, tx, entry.id, portable.notes)
  }
  return revision
}

/** A conflicting entry under an id of its own, linked to the one that is here. */
function besides(line: Line, before: MemoryEntry, id: string): Line {
  const origins = [...line.portable.origins, { sourceId: before.id, how: 'copy' as const }]
  return { ...line, entry: { ...line.entry, id }, portable: { ...line.portable, origins } }
}

/** What each line means to the store as it is: new here, here already, here and different, or kept out. `projectId` is null for a project to be. */
export async function sortLines(
  reader: Reader,
  store: Store,
  projectId: string | null,
  portables: readonly PortableLine[],
  tell: (done: number, total: number) => void = () => undefined,
): Promise<Sorted> {
  const ids = portables.map(({ portable }) => portable.entry.id)
  const known = new Map((await readEntries(reader, ids)).map((entry) => [entry.id, entry]))
  const keys = portables.map(({ portable }) => portable.entry.suppressionKey)
  const standing =
    projectId === null ? new Set<string>() : await listSuppressed(store, reader, projectId, keys)
  const live = projectId === null ? new Set<string>() : await listLiveKeys(reader, projectId, keys)
  const sorted: Sorted = { fresh: [], conflicting: [], same: [], suppressed: [] }
  for (const [nth, { line, portable }] of portables.entries()) {
    tell(nth, portables.length)
    const here = known.get(portable.entry.id)
    const source = await findSource(reader, projectId ?? '', portable.source)
    const { position, ...home } = source
    const entry: MemoryEntry = {
      ...portable.entry,
      ...home,
      projectId: projectId ?? '',
      revision: here?.revision ?? 0,
    }
    const one: Line = { line, portable, entry, position }
    if (here && here.projectId === projectId) {
      if (saysTheSame(here, entry)) sorted.same.push(one)
      else sorted.conflicting.push({ line: one, before: here })
    } else if (standing.has(entry.suppressionKey) && entry.lifecycle !== 'retired')
      sorted.suppressed.push(one)
    else if (
      projectId !== null &&
      live.has(entry.suppressionKey) &&
      (await findLike(reader, projectId, entry))
    )
      sorted.same.push(one)
    // Another project of this store has the id: the entry gets one of its own.
    else sorted.fresh.push(here ? besides(one, here, store.nextId('m')) : one)
  }
  return sorted
}

/** Lines that were sorted for a project to be, as those of the project that is. */
export function inProject({ fresh, ...others }: Sorted, projectId: string): Sorted {
  return { ...others, fresh: fresh.map((line) => ({ ...line, entry: { ...line.entry, projectId } })) }
}

/** Equal in all that travels; when it was last touched, and that its length was noted at an import, does not count. */
function saysTheSame(a: MemoryEntry, b: MemoryEntry): boolean {
  const view = ({
    revision: _r,
    updatedAt: _u,
    episodeId: _e,
    subtaskId: _s,
    reviewedBy,
    reviewedAt,
    flags,
    ...entry
  }: MemoryEntry) =>
    JSON.stringify(
      Object.entries({
        ...entry,
        flags: flags.filter((flag) => flag !== TOO_LONG),
        reviewedBy: reviewedBy ?? null,
        reviewedAt: reviewedAt ?? null,
      }).sort(),
    )
  return view(a) === view(b)
}

/** What an import does, as far as `sorted` knows. */
export function transferReport(
  { fresh, conflicting, same, suppressed }: Sorted,
  { policy, dryRun }: { policy: ImportPolicy; dryRun: boolean },
): TransferReport {
  const name = ({ line, entry }: Line) => ({ line, entryId: entry.id, title: entry.experience.title })
  return {
    dryRun,
    policy,
    new: fresh.length,
    same: same.length,
    conflicting: conflicting.length,
    suppressed: suppressed.length,
    added: fresh.slice(0, 100).map(name),
    sames: same.slice(0, 100).map(name),
    conflicts: conflicting.slice(0, 100).map(({ line }) => name(line)),
    keptOut: suppressed.slice(0, 100).map(name),
    revision: null,
  }
}

/** What was approved elsewhere waits for a person here. */
function behindGate<Line extends { entry: MemoryEntry }>({ entry, ...line }: Line) {
  return {
    ...line,
    entry: entry.lifecycle === 'approved' ? { ...entry, lifecycle: 'candidate' as const } : entry,
  }
}
