import { z } from 'zod'
import { categorySchema } from '../memory/category-schema.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, changeEntries, type EntryChange } from './change-entries.ts'

/** A change that is the same for every entry, whether one is named or a filter means thousands. */
export const ruleSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('retire') }),
  z.strictObject({ verb: z.literal('restore') }),
  z.strictObject({ verb: z.literal('approve') }),
  z.strictObject({ verb: z.literal('review') }),
  z.strictObject({ verb: z.literal('pin') }),
  z.strictObject({ verb: z.literal('unpin') }),
  z.strictObject({ verb: z.literal('recategorise'), category: categorySchema }),
])
export type Rule = z.infer<typeof ruleSchema>

type Limits = {
  /** How an entry looks that is as asked already; empty where that cannot be seen. */
  done: Partial<Pick<MemoryEntry, 'pinned' | 'category' | 'lifecycle'>>
  /** Where a filter says which entries, a pin keeps the change away. */
  sparesPinned: boolean
}

/** What an entry that is as asked already looks like, and whether pins keep the rule away in bulk. */
export function limitsOf(rule: Rule): Limits {
  if (rule.verb === 'pin') return { done: { pinned: true }, sparesPinned: false }
  if (rule.verb === 'unpin') return { done: { pinned: false }, sparesPinned: false }
  if (rule.verb === 'recategorise') return { done: { category: rule.category }, sparesPinned: true }
  if (rule.verb === 'retire') return { done: { lifecycle: 'retired' }, sparesPinned: true }
  if (rule.verb === 'restore') return { done: { lifecycle: 'approved' }, sparesPinned: true }
  return { done: {}, sparesPinned: true }
}

/** What an entry becomes under a rule; the entry itself when it is as asked already. */
export function become(
  entry: MemoryEntry,
  rule: Rule,
  { reason, by, at }: { reason: string | null; by: string; at: string },
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

/** Changes the named entries by a rule: one transaction, one revision, all or none, pinned or not. */
export async function changeByRule(
  rule: Rule,
  {
    reason = null,
    ...change
  }: Pick<EntryChange, 'entryIds' | 'allow' | 'expectedRevision'> & { reason?: string | null | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const at = deps.store.now().toISOString()
  return await changeEntries(
    {
      ...change,
      verb: rule.verb,
      reason,
      become: (entry) => become(entry, rule, { reason, by: deps.by, at }),
    },
    deps,
  )
}

/** The entry as somebody has reviewed it. A retired one stays retired. */
function reviewed(
  entry: MemoryEntry,
  { by, at, approve }: { by: string; at: string; approve: boolean },
): MemoryEntry {
  const waits = entry.lifecycle === 'candidate' || entry.lifecycle === 'quarantined'
  return {
    ...entry,
    reviewedBy: by,
    reviewedAt: at,
    ...(approve && waits ? { lifecycle: 'approved' as const, reason: null } : {}),
  }
}
