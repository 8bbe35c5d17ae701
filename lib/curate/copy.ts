import { z } from 'zod'
import { matchingIds } from '../db/entries.ts'
import { insertEntries, readVectors } from '../db/entry-writes.ts'
import { insertOrigins } from '../db/origins.ts'
import { ensureProject, ensureUserScope } from '../db/projects.ts'
import { findRequest } from '../db/revisions.ts'
import type { Tx } from '../db/store.ts'
import { findSuppression, liftAll } from '../db/suppressions.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { entryFilterSchema } from '../memory/entry-filter.ts'
import { UserError } from '../memory/errors.ts'
import type { ChangeReceipt } from '../memory/views.ts'
import { type CurateDeps, requireCurrent, writeChanges } from './change-entries.ts'

/** Another project by its name, or `user`: what a person wants in every project. */
export const targetSchema = z.union([
  z.object({ project: z.string().min(1).max(80) }),
  z.object({ scope: z.literal('user') }),
])

const carrySchema = z.object({
  to: targetSchema,
  reason: z.string().trim().max(500).optional(),
  /** Sent twice under one, it is done once. */
  requestId: z.string().min(8).max(60).optional(),
})

export const copySchema = carrySchema.extend({
  entryIds: z.array(z.string().min(1).max(60)).min(1).max(10_000),
})
/** All that a filter means, with the number that was announced. */
export const copyMatchingSchema = carrySchema.extend({
  filter: entryFilterSchema,
  expectedCount: z.number().int().min(1),
})
export type CopyInput = z.infer<typeof copySchema> | z.infer<typeof copyMatchingSchema>

/**
 * Copies entries, vectors included, to another project or to the user's own scope. The receipt names the copies. Throws
 * UserError `count-changed` when a filter means another number than was announced, `same-project`, `purged-before`.
 */
export async function copyEntries(input: CopyInput, deps: CurateDeps): Promise<ChangeReceipt> {
  return await bring(input, 'copy', deps)
}

/** As a copy, and the originals are retired in the same revision: they live on under new ids. The receipt names both. */
export async function moveEntries(input: CopyInput, deps: CurateDeps): Promise<ChangeReceipt> {
  return await bring(input, 'move', deps)
}

/** The revision belongs to one project: the one copied to, or the one moved from. The log of the other one shows a move too. */
async function bring(input: CopyInput, verb: 'copy' | 'move', deps: CurateDeps): Promise<ChangeReceipt> {
  const { store, by } = deps
  const { reason = null, requestId } = input
  const note = { by, verb, reason, ...(requestId === undefined ? {} : { batchId: requestId }) }
  return await store.write(note, async (tx, revise) => {
    const earlier = await findRequest(tx, { requestId, verb })
    if (earlier) return earlier
    const entryIds = 'filter' in input ? await announcedIds(tx, input) : [...new Set(input.entryIds)]
    const originals = await requireCurrent(
      tx,
      entryIds.map((entryId) => ({ entryId })),
    )
    const from = originals[0]?.projectId ?? ''
    const target =
      'scope' in input.to
        ? await ensureUserScope(store, tx)
        : await ensureProject(store, tx, input.to.project, 'imported')
    if (target.id === from)
      throw new UserError('same-project', 'The entries are there already.', {
        hint: 'Choose another project.',
      })
    const revision = await revise(verb === 'move' ? from : target.id)
    const at = store.now().toISOString()
    const copies = originals.map((entry) => copyOf(entry, store.nextId('m'), target, { revision, at, input }))
    for (const { projectId, suppressionKey } of copies)
      if ((await findSuppression(store, tx, projectId, suppressionKey))?.state === 'purged')
        throw new UserError('purged-before', 'One of the entries says what was purged from that project.', {
          hint: 'Add it there by hand if it is meant to come back.',
          status: 409,
        })
    await liftAll(store, tx, copies)
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
async function announcedIds(
  tx: Tx,
  { filter, expectedCount }: z.infer<typeof copyMatchingSchema>,
): Promise<string[]> {
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
  { revision, at, input }: { revision: number; at: string; input: CopyInput },
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
    createdAt: at,
    updatedAt: at,
  }
}
