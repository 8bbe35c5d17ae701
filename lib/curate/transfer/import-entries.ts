import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type EntryVector, insertEntries, readEntries } from '../../db/entries/entry-writes.ts'
import { insertOrigins } from '../../db/entries/origins.ts'
import { findLike, findSource, insertNotes } from '../../db/entries/transfer-rows.ts'
import { ensureProject, findProject } from '../../db/projects.ts'
import { listSuppressed, suppressAll } from '../../db/purge/suppressions.ts'
import type { Reader, Store } from '../../db/store.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { asItIs, command } from '../../memory/operation.ts'
import type { TransferReport } from '../../memory/views/curation.ts'
import { type CurateDeps, writeChanges } from '../change-entries.ts'
import type { Curates, SignedDeps } from '../curation.ts'
import { type PortableLine, TOO_LONG } from './read-portables.ts'

export const importPolicySchema = z.enum(['skip', 'replace', 'keep-both'])

const inputSchema = z.strictObject({
  project: z.string().min(1).max(80),
  text: z.string(),
  /** What to do with an entry that is here under the same id and says something else. */
  policy: importPolicySchema.default('skip'),
  dryRun: z.boolean().default(false),
})
type TransferInput = z.infer<typeof inputSchema>

export const bringEntries = command(
  inputSchema,
  (input, { curation }: Curates) => importEntries(input, curation.as()),
  // It looks itself, to name the file's line.
  { arrive: asItIs },
)

type ImportDeps = CurateDeps & Pick<SignedDeps, 'readExport'>

type Line = PortableLine & { entry: MemoryEntry; position: number | null }
type Sorted = {
  fresh: Line[]
  conflicting: { line: Line; before: MemoryEntry }[]
  same: Line[]
  suppressed: Line[]
}

/** Entries that are embedded before others are served. Ours: by words some 5 ms. */
const EMBEDDED_AT_A_TIME = 20

/**
 * Brings an export of another Loupe in, one revision, all or none. What a person here retired or purged stays out, what is
 * here already is left. Throws UserError `bad-line` or `secret` with the numbers of all faulty lines; then nothing was stored.
 */
export async function importEntries(input: TransferInput, deps: ImportDeps): Promise<TransferReport> {
  const { store, by } = deps
  const portables = await deps.readExport(input.text)
  if (input.dryRun) {
    const project = await findProject(store, input.project)
    return report(await sort(store, store, project?.id ?? null, portables), input, null)
  }
  const vectors = new Map<number, EntryVector>()
  for (const [i, { line, portable }] of portables.entries()) {
    vectors.set(line, await deps.embed(portable.entry.description))
    // An embedder that answers at once gives nobody else a turn.
    if (i % EMBEDDED_AT_A_TIME === 0) await setImmediate()
  }
  return await store.write({ by, verb: 'import-entries' }, async (tx, revise) => {
    const project = await ensureProject(store, tx, input.project, 'imported')
    const sorted = await sort(tx, store, project.id, portables)
    const added = [...sorted.fresh]
    const replaced = input.policy === 'replace' ? sorted.conflicting : []
    if (input.policy === 'keep-both')
      for (const { line, before } of sorted.conflicting) added.push(besides(line, before, store.nextId('m')))
    if (added.length + replaced.length === 0) return report(sorted, input, null)
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
    return report(sorted, input, revision)
  })
}

/** A conflicting entry under an id of its own, linked to the one that is here. */
function besides(line: Line, before: MemoryEntry, id: string): Line {
  const origins = [...line.portable.origins, { sourceId: before.id, how: 'copy' as const }]
  return { ...line, entry: { ...line.entry, id }, portable: { ...line.portable, origins } }
}

/** What each line means to the store as it is: new here, here already, here and different, or kept out. */
async function sort(
  reader: Reader,
  store: Store,
  projectId: string | null,
  portables: PortableLine[],
): Promise<Sorted> {
  const ids = portables.map(({ portable }) => portable.entry.id)
  const known = new Map((await readEntries(reader, ids)).map((entry) => [entry.id, entry]))
  const keys = portables.map(({ portable }) => portable.entry.suppressionKey)
  const standing =
    projectId === null ? new Set<string>() : await listSuppressed(store, reader, projectId, keys)
  const sorted: Sorted = { fresh: [], conflicting: [], same: [], suppressed: [] }
  for (const { line, portable } of portables) {
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
    else if (projectId !== null && (await findLike(reader, projectId, entry))) sorted.same.push(one)
    // Another project of this store has the id: the entry gets one of its own.
    else sorted.fresh.push(here ? besides(one, here, store.nextId('m')) : one)
  }
  return sorted
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

function report(
  { fresh, conflicting, same, suppressed }: Sorted,
  { policy, dryRun }: TransferInput,
  revision: number | null,
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
    revision,
  }
}

/** What was approved elsewhere waits for a person here. */
function behindGate<Line extends { entry: MemoryEntry }>({ entry, ...line }: Line) {
  return {
    ...line,
    entry: entry.lifecycle === 'approved' ? { ...entry, lifecycle: 'candidate' as const } : entry,
  }
}
