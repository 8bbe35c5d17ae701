import { isStoredAlike } from '../db/entries/entry-row.ts'
import { type EntryVector, readEntries, replaceEntries } from '../db/entries/entry-writes.ts'
import { flipOrigins } from '../db/entries/origins.ts'
import { liftAll, listLiveKeys, suppressAll } from '../db/purge/suppressions.ts'
import type { Reader, Store, Tx } from '../db/store.ts'
import type { Description, Experience, MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '../memory/experience.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { SampledEntry } from '../memory/views/entries.ts'

/** What every change needs: the store, the embedder in use, and who asks. */
export type CurateDeps = {
  store: Store
  embed: (description: Description) => Promise<EntryVector>
  /** Who changes: a person's name, or `person` when unknown. */
  by: string
  /** What scanners say of a text a person wrote: kinds of secrets in it, and the flags it earns. */
  inspect: (
    description: Description,
    experience: Experience,
    repo: string | null,
  ) => { secrets: string[]; flags: string[] }
}

/** One change to some entries: a verb, why, and what each becomes. Returning the entry itself means: leave it. */
export type EntryChange = {
  verb: string
  reason: string | null
  entryIds: string[]
  /** What the person had read; an entry changed since is a conflict. Absent: no check. */
  expectedRevision?: number
  become: (entry: MemoryEntry) => MemoryEntry
  /** Asked inside the transaction, before anything is written; throws to refuse. */
  allow?: ((tx: Tx, projectId: string | null) => Promise<void>) | undefined
  /** The revision that is taken back, and each entry as that one had left it: one that is no longer so is a conflict. */
  undoes?: { revision: number; left: ReadonlyMap<string, MemoryEntry> }
  /** The project that the revision belongs to, where the entries may be of several: an undo belongs where the change did. */
  projectId?: string | null
}

/**
 * Changes entries: one transaction, one revision, all or none.
 * Retiring suppresses what the entry says; bringing it back lifts that. A changed description is embedded before the transaction.
 * Throws UserError `no-such-entry`, `several-projects`, `conflict`, `nothing-to-change`.
 */
export async function changeEntries(
  change: EntryChange,
  { store, embed, by }: CurateDeps,
): Promise<ChangeReceipt> {
  const seen = await readEntries(store, change.entryIds)
  requireAll(change.entryIds, seen)
  const vectors = new Map<string, EntryVector>()
  for (const entry of seen) {
    const after = change.become(entry)
    if (descriptionText(after.description) !== descriptionText(entry.description))
      vectors.set(entry.id, await embed(after.description))
  }
  const projectId = change.projectId === undefined ? projectOf(seen) : change.projectId
  const note = {
    by,
    verb: change.verb,
    reason: change.reason,
    projectId,
    ...(change.undoes === undefined ? {} : { undoes: change.undoes.revision }),
  }
  return await store.write(note, async (tx, revise) => {
    const current = await readEntries(tx, change.entryIds)
    requireAll(change.entryIds, current)
    requireUnchanged(seen, current, change)
    await change.allow?.(tx, projectId)
    const changes = current.flatMap((before) => {
      const after = change.become(before)
      if (after === before) return []
      const vector = vectors.get(before.id)
      return [{ before, after, ...(vector ? { vector } : {}) }]
    })
    const revision = await writeChanges(tx, revise, changes, { store, by })
    if (change.undoes !== undefined) await flipOrigins(tx, change.undoes.revision)
    return { revision, entryCount: changes.length, entryIds: changes.map(({ after }) => after.id) }
  })
}

/** Writes what became of entries inside a transaction, with suppression in step. Throws UserError `nothing-to-change`. */
export async function writeChanges(
  tx: Tx,
  revise: () => Promise<number>,
  changes: { before: MemoryEntry; after: MemoryEntry; vector?: EntryVector }[],
  { store, by }: Pick<CurateDeps, 'store' | 'by'>,
): Promise<number> {
  if (changes.length === 0)
    throw new UserError('nothing-to-change', 'Nothing would change.', {
      hint: 'The entries are already as asked.',
      status: 409,
    })
  const updatedAt = store.now().toISOString()
  const dated = changes.map((change) => ({ ...change, after: { ...change.after, updatedAt } }))
  const revision = await revise()
  await replaceEntries(tx, revision, dated)
  await followLifecycles(tx, dated, { store, by })
  return revision
}

/** Flags of a text a person wrote. Throws UserError `too-long`, or `secret`: a secret must not be stored, here least of all. */
export function checkWritten(
  description: Description,
  experience: Experience,
  repo: string | null,
  { inspect }: Pick<CurateDeps, 'inspect'>,
): string[] {
  const words = experienceWordCount(experience)
  if (words > EXPERIENCE_WORD_LIMIT)
    throw new UserError('too-long', `The lesson has ${words} words; the limit is ${EXPERIENCE_WORD_LIMIT}.`, {
      hint: 'Keep what a later agent can act on.',
    })
  const { secrets, flags } = inspect(description, experience, repo)
  if (secrets.length > 0)
    throw new UserError(
      'secret',
      `The text holds what looks like a secret (${[...new Set(secrets)].join(', ')}).`,
      { hint: 'Take it out; nothing was stored.' },
    )
  return flags
}

/** Why what a revision added is retired when that is undone. */
export const ADDITION_UNDONE = 'its addition was undone'

/** Keeps suppression in step: what was retired must not come back by itself, what came back on purpose may. */
async function followLifecycles(
  tx: Tx,
  changes: { before: MemoryEntry; after: MemoryEntry }[],
  { store, by }: Pick<CurateDeps, 'store' | 'by'>,
): Promise<void> {
  const turned = changes.filter(({ before, after }) => before.lifecycle !== after.lifecycle)
  const retired = turned.filter(({ after }) => after.lifecycle === 'retired')
  const restored = turned.filter(({ before }) => before.lifecycle === 'retired')
  const now = ({ after }: { after: MemoryEntry }) => after
  const undone = retired.map(now).filter(({ reason }) => reason === ADDITION_UNDONE)
  const stillSaid =
    undone.length > 0
      ? await listLiveKeys(
          tx,
          undone[0]?.projectId ?? '',
          undone.map(({ suppressionKey }) => suppressionKey),
        )
      : new Set()
  // A lesson that was there before the addition, or beside it, was not taken back with it.
  const gone = retired
    .map(now)
    .filter((entry) => entry.reason !== ADDITION_UNDONE || !stillSaid.has(entry.suppressionKey))
  if (gone.length > 0) await suppressAll(store, tx, gone, by)
  if (restored.length > 0) await liftAll(store, tx, restored.map(now))
}

/** Entries of one project as they are in this transaction. Throws UserError `no-such-entry`, `several-projects`, `conflict`. */
export async function requireCurrent(
  tx: Tx,
  wanted: { entryId: string; revision?: number | undefined }[],
): Promise<MemoryEntry[]> {
  const ids = wanted.map(({ entryId }) => entryId)
  const found = new Map((await readEntries(tx, ids)).map((entry) => [entry.id, entry]))
  requireAll(ids, [...found.values()])
  projectOf([...found.values()])
  return wanted.map(({ entryId, revision }) => {
    const entry = found.get(entryId) as MemoryEntry
    if (revision !== undefined && entry.revision !== revision) throw conflict(entry, revision)
    return entry
  })
}

function requireAll(ids: string[], found: MemoryEntry[]): void {
  if (found.length === new Set(ids).size) return
  const known = new Set(found.map((entry) => entry.id))
  const missing = ids.filter((id) => !known.has(id))
  throw new UserError(
    'no-such-entry',
    `${missing.length} of ${ids.length} entries are not stored (first: ${missing[0]}).`,
    { hint: 'Reload the list; someone may have removed them. Nothing was changed.', status: 404 },
  )
}

/** The one project of the entries, null without entries: a revision belongs to one and leaves the store with it. */
function projectOf(entries: MemoryEntry[]): string | null {
  const [projectId, ...others] = new Set(entries.map((entry) => entry.projectId))
  if (others.length === 0) return projectId ?? null
  throw new UserError('several-projects', `The entries are of ${others.length + 1} projects.`, {
    hint: 'Change those of one project at a time. Nothing was changed.',
  })
}

function requireUnchanged(
  seen: MemoryEntry[],
  current: MemoryEntry[],
  { expectedRevision: expected, undoes }: EntryChange,
): void {
  const seenRevision = new Map(seen.map((entry) => [entry.id, entry.revision]))
  for (const entry of current) {
    const read = undoes?.revision ?? expected ?? seenRevision.get(entry.id)
    if (entry.revision === read) continue
    if (undoes !== undefined) {
      // What came later may have been taken back itself: then the entry stands as it was left.
      const left = undoes.left.get(entry.id)
      if (left && isStoredAlike(left, entry)) continue
      throw new UserError(
        'conflict',
        `Entry ${entry.id} was changed again at revision ${entry.revision}, after revision ${undoes.revision}.`,
        {
          hint: 'Undo that later change first, or mend the entry by hand. Nothing was changed.',
          status: 409,
        },
      )
    }
    throw conflict(entry, read)
  }
}

function conflict(entry: MemoryEntry, read: number | undefined): UserError {
  return new UserError(
    'conflict',
    `Entry ${entry.id} was changed at revision ${entry.revision}; you had read revision ${read}.`,
    { hint: 'Compare with the current text, then save again. Your edit is kept.', status: 409 },
  )
}

const MOST = 5

/** Up to five of these entries, spread over the whole, as a dialog names them. */
export async function sampleEntries(read: Reader, ids: readonly string[]): Promise<SampledEntry[]> {
  const count = Math.min(MOST, ids.length)
  const some = Array.from({ length: count }, (_, i) => ids[Math.floor((i * ids.length) / count)] ?? '')
  return (await readEntries(read, some)).map(({ id, category, experience, description }) => ({
    id,
    category,
    title: experience.title,
    objective: description.objective,
  }))
}
