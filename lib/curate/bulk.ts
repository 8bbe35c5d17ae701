import { z } from 'zod'
import { countChange, matchingIds } from '../db/entries.ts'
import { readEntries } from '../db/entry-writes.ts'
import { categorySchema } from '../memory/category-schema.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { entryFilterSchema } from '../memory/entry-filter.ts'
import { UserError } from '../memory/errors.ts'
import type { BulkPreview, BulkReceipt } from '../memory/views.ts'
import { type CurateDeps, writeChanges } from './change-entries.ts'
import { aimsAtDuplicates, requireOneStays } from './keep-one.ts'
import { reviewed } from './pin-review.ts'
import { sampleEntries } from './sample-entries.ts'

/** One change to all that a filter means. */
export const bulkRuleSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('retire') }),
  z.object({ verb: z.literal('restore') }),
  z.object({ verb: z.literal('approve') }),
  z.object({ verb: z.literal('review') }),
  z.object({ verb: z.literal('pin') }),
  z.object({ verb: z.literal('unpin') }),
  z.object({ verb: z.literal('recategorise'), category: categorySchema }),
])
export type BulkRule = z.infer<typeof bulkRuleSchema>

export const bulkSchema = z.object({
  rule: bulkRuleSchema,
  filter: entryFilterSchema,
  /** `changeCount` of the preview: the number that was announced. */
  expectedCount: z.number().int().min(0),
  reason: z.string().trim().min(1, 'Say why.').max(500),
})
export type BulkInput = z.infer<typeof bulkSchema>

/** What a change by rule would do, without doing it. */
export async function previewBulk(
  { rule, filter }: Pick<BulkInput, 'rule' | 'filter'>,
  { store }: Pick<CurateDeps, 'store'>,
): Promise<BulkPreview> {
  const counts = await countChange(store.read, filter, limitsOf(rule))
  const sample = await sampleEntries(store.read, await matchingIds(store.read, filter))
  return { ...counts, sample }
}

/**
 * Changes all entries that a filter means: resolved, counted and changed in one transaction and one revision. Pinned ones
 * are left alone and counted. Throws UserError `count-changed` when the number announced is not the number there is now, and
 * `whole-cluster` when a filter of near-duplicates would retire all of a cluster.
 */
export async function bulkChange(
  { rule, filter, expectedCount, reason }: BulkInput,
  deps: CurateDeps,
): Promise<BulkReceipt> {
  const { store, by } = deps
  return await store.write(
    { by, verb: rule.verb, reason, projectId: filter.projectId },
    async (tx, revise) => {
      const counts = await countChange(tx, filter, limitsOf(rule))
      if (counts.changeCount !== expectedCount)
        throw new UserError(
          'count-changed',
          `You were told ${expectedCount} entries would change; now it is ${counts.changeCount}.`,
          { hint: 'Look at the new number and ask again. Nothing was changed.', status: 409 },
        )
      const at = store.now().toISOString()
      const entries = await readEntries(tx, await matchingIds(tx, filter))
      const changes = entries.flatMap((before) => {
        if (before.pinned && limitsOf(rule).sparesPinned) return []
        const after = become(before, rule, { reason, by, at })
        return after === before ? [] : [{ before, after }]
      })
      if (rule.verb === 'retire' && aimsAtDuplicates(filter))
        await requireOneStays(tx, {
          projectId: filter.projectId,
          entryIds: changes.map(({ after }) => after.id),
          minScore: null,
        })
      const revision = await writeChanges(tx, revise, changes, deps)
      const { pinnedCount, alreadyCount } = counts
      return { revision, entryCount: changes.length, pinnedCount, alreadyCount }
    },
  )
}

/** What an entry that is as asked already looks like, and whether pins keep the rule away. */
function limitsOf(rule: BulkRule): Parameters<typeof countChange>[2] {
  if (rule.verb === 'pin') return { done: { pinned: true }, sparesPinned: false }
  if (rule.verb === 'unpin') return { done: { pinned: false }, sparesPinned: false }
  if (rule.verb === 'recategorise') return { done: { category: rule.category }, sparesPinned: true }
  if (rule.verb === 'retire') return { done: { lifecycle: 'retired' }, sparesPinned: true }
  if (rule.verb === 'restore') return { done: { lifecycle: 'approved' }, sparesPinned: true }
  return { done: {}, sparesPinned: true }
}

function become(
  entry: MemoryEntry,
  rule: BulkRule,
  { reason, by, at }: { reason: string; by: string; at: string },
): MemoryEntry {
  const { done } = limitsOf(rule)
  const isDone = Object.entries(done).every(([field, value]) => entry[field as keyof typeof done] === value)
  if (isDone && Object.keys(done).length > 0) return entry
  if (rule.verb === 'approve' || rule.verb === 'review')
    return reviewed(entry, { by, at, approve: rule.verb === 'approve' })
  if (rule.verb === 'retire') return { ...entry, lifecycle: 'retired', reason }
  if (rule.verb === 'restore') return { ...entry, lifecycle: 'approved', reason: null }
  return { ...entry, ...done }
}
