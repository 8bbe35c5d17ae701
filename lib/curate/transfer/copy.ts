import { z } from 'zod'
import { matchingIds } from '../../db/entries/entries.ts'
import { insertEntries, readVectors } from '../../db/entries/entry-writes.ts'
import { insertOrigins } from '../../db/entries/origins.ts'
import { findRequest } from '../../db/entries/revisions.ts'
import { ensureProject, ensureUserScope } from '../../db/projects.ts'
import { findSuppression, followAdded } from '../../db/purge/suppressions.ts'
import type { Store, Tx } from '../../db/store.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { askedFilterSchema, type EntryFilter } from '../../memory/filter/entry-filter.ts'
import { command } from '../../memory/operation.ts'
import type { ChangeReceipt } from '../../memory/views/curation.ts'
import { type CurateDeps, requireCurrent, writeChanges } from '../change-entries.ts'
import { type Curates, reasonSchema, requestIdSchema, signed } from '../curation.ts'

/** Another project by its name, or `user`: what a person wants in every project. */
const targetSchema = z.union([
  z.strictObject({ project: z.string().min(1).max(80) }),
  z.strictObject({ scope: z.literal('user') }),
])

const carrySchema = z.strictObject({
  verb: z.enum(['copy', 'move']),
  filter: askedFilterSchema,
  /** How many the filter means, as it was announced. */
  expectedCount: z.number().int().min(1),
  to: targetSchema,
  reason: reasonSchema,
  /** Sent twice under one, it is done once. */
  requestId: requestIdSchema,
  ...signed,
})

type CarryInput = Omit<z.infer<typeof carrySchema>, 'by' | 'filter'> & { filter: EntryFilter }

export const carry = command(carrySchema, async ({ by, filter, ...input }, { curation }: Curates) =>
  carryEntries({ ...input, filter: await curation.resolveFilter(filter) }, curation.as(by)),
)

async function requireNotPurged(store: Store, tx: Tx, copies: readonly MemoryEntry[]): Promise<void> {
  for (const { projectId, suppressionKey } of copies)
    if ((await findSuppression(store, tx, projectId, suppressionKey))?.state === 'purged')
      throw new UserError('purged-before', 'One of the entries says what was purged from that project.', {
        hint: 'Add it there by hand if it is meant to come back.',
        status: 409,
      })
}

/**
 * Copies everything that a filter means, vectors included, to another project or to the user's own scope, or moves it: then the
 * originals are retired in the same revision and live on under new ids. The receipt names the copies, of a move the originals
 * too. The revision belongs to the project copied to, or moved from; the log of the other one shows a move too. Throws UserError
 * `count-changed` when the filter means another number than was announced, `same-project`, `purged-before`.
 */
export async function carryEntries(input: CarryInput, deps: CurateDeps): Promise<ChangeReceipt> {
  const { verb } = input
  const { store, by } = deps
  const { reason = null, requestId } = input
  const note = { by, verb, reason, ...(requestId === undefined ? {} : { batchId: requestId }) }
  return await store.write(note, async (tx, revise) => {
    const target =
      'scope' in input.to
        ? await ensureUserScope(store, tx)
        : await ensureProject(store, tx, input.to.project, 'imported')
    const ofProject = verb === 'move' ? input.filter.projectId : target.id
    const earlier = await findRequest(tx, { requestId, verb, projectId: ofProject })
    if (earlier) return earlier
    const entryIds = await announcedIds(tx, input)
    const originals = await requireCurrent(
      tx,
      entryIds.map((entryId) => ({ entryId })),
    )
    const from = input.filter.projectId
    if (target.id === from)
      throw new UserError('same-project', 'The entries are there already.', {
        hint: 'Choose another project.',
      })
    const revision = await revise(verb === 'move' ? from : target.id)
    const at = store.now().toISOString()
    const copies = originals.map((entry) => copyOf(entry, store.nextId('m'), target, { revision, at, input }))
    await requireNotPurged(store, tx, copies)
    await followAdded(store, tx, copies, by)
    const vectors = await readVectors(
      tx,
      originals.map(({ id }) => id),
    )
    await insertEntries(
      tx,
      revision,
      copies.map((entry, i) => ({
        entry,
        vectors: vectors.get(originals[i]?.id ?? '') ?? [],
        position: null,
      })),
    )
    const links = copies.map(({ id }, i) => ({
      entryId: id,
      sourceId: originals[i]?.id ?? '',
      how: 'copy' as const,
    }))
    await insertOrigins(tx, revision, links)
    const copyIds = copies.map(({ id }) => id)
    if (verb === 'copy') return { revision, entryCount: copyIds.length, entryIds: copyIds }
    const where = 'scope' in input.to ? 'the user scope' : input.to.project
    const changes = originals.map((before, i) => ({
      before,
      after: { ...before, lifecycle: 'retired' as const, reason: `moved to ${where} as ${copyIds[i]}` },
    }))
    await writeChanges(tx, revise, changes, deps)
    return { revision, entryCount: copyIds.length, entryIds: [...originals.map(({ id }) => id), ...copyIds] }
  })
}

/** What the filter means in this transaction. Throws UserError `count-changed`. */
async function announcedIds(tx: Tx, { filter, expectedCount }: CarryInput): Promise<string[]> {
  const ids = await matchingIds(tx, filter)
  if (ids.length === expectedCount) return ids
  throw new UserError(
    'count-changed',
    `You were told ${expectedCount} entries would go; now it is ${ids.length}.`,
    { hint: 'Look at the new number and ask again. Nothing was changed.', status: 409 },
  )
}

function copyOf(
  entry: MemoryEntry,
  id: string,
  target: { id: string; reviewGate: boolean },
  { revision, at, input }: { revision: number; at: string; input: CarryInput },
): MemoryEntry {
  const isServed = entry.lifecycle === 'approved' && target.reviewGate
  return {
    ...entry,
    id,
    revision,
    projectId: target.id,
    scope: 'scope' in input.to ? 'user' : 'project',
    lifecycle: isServed ? 'candidate' : entry.lifecycle,
    // The subtask is of the other project and has its own entry; run and steps stay named.
    subtaskId: null,
    pinned: false,
    promoted: undefined,
    createdAt: at,
    updatedAt: at,
  }
}
