import { z } from 'zod'
import { categorySchema, type MemoryEntry } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, changeEntries, type EntryChange } from './change-entries.ts'
import { type Curates, idsSchema, reasonSchema, revisionSchema, signed } from './curation.ts'

type Change = { reason: string | null; by: string; at: string }

type RuleVerb = {
  /** How an entry looks that is as asked already; empty where that cannot be seen. */
  done: Partial<Pick<MemoryEntry, 'pinned' | 'category' | 'lifecycle'>>
  /** Where a filter says which entries, a pin keeps the change away. */
  sparesPinned: boolean
  /** What else an entry becomes. */
  also?: (entry: MemoryEntry, change: Change) => Partial<MemoryEntry>
}

/** Changes that are the same for every entry, whether some are named or a filter means thousands. A new one is a line here. */
const RULES = {
  retire: { done: { lifecycle: 'retired' }, sparesPinned: true, also: (_, { reason }) => ({ reason }) },
  restore: { done: { lifecycle: 'approved' }, sparesPinned: true, also: () => ({ reason: null }) },
  approve: { done: {}, sparesPinned: true, also: approved },
  review: { done: {}, sparesPinned: true, also: reviewed },
  pin: { done: { pinned: true }, sparesPinned: false },
  unpin: { done: { pinned: false }, sparesPinned: false },
} satisfies Record<string, RuleVerb>

const verbSchema = z.enum(Object.keys(RULES) as (keyof typeof RULES)[])
const recategoriseSchema = z.strictObject({ verb: z.literal('recategorise'), category: categorySchema })
export const ruleSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: verbSchema }),
  recategoriseSchema,
])
export type Rule = z.infer<typeof ruleSchema>

/** Changes named entries by a rule; for `retire`, which needs a reason, there is a command of its own. */
export const change = command(
  z.strictObject({
    rule: z.discriminatedUnion('verb', [
      z.strictObject({ verb: verbSchema.exclude(['retire']) }),
      recategoriseSchema,
    ]),
    entryIds: idsSchema,
    expectedRevision: revisionSchema.optional(),
    reason: reasonSchema,
    ...signed,
  }),
  ({ rule, by, ...input }, { curation }: Curates) => changeByRule(rule, input, curation.as(by)),
)

/** What an entry that is as asked already looks like, and whether pins keep the rule away in bulk. */
export function limitsOf(rule: Rule): RuleVerb {
  return rule.verb === 'recategorise'
    ? { done: { category: rule.category }, sparesPinned: true }
    : RULES[rule.verb]
}

/** What an entry becomes under a rule; the entry itself when it is as asked already. */
export function become(entry: MemoryEntry, rule: Rule, change: Change): MemoryEntry {
  const { done, also } = limitsOf(rule)
  const isDone = Object.entries(done).every(([field, value]) => entry[field as keyof typeof done] === value)
  if (isDone && Object.keys(done).length > 0) return entry
  return { ...entry, ...done, ...also?.(entry, change) }
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

/** Somebody has looked at it. */
function reviewed(_: MemoryEntry, { by, at }: Change): Partial<MemoryEntry> {
  return { reviewedBy: by, reviewedAt: at }
}

/** Somebody has looked at it, and what waited for that goes into service. A retired one stays retired. */
function approved(entry: MemoryEntry, change: Change): Partial<MemoryEntry> {
  const waits = entry.lifecycle === 'candidate' || entry.lifecycle === 'quarantined'
  return { ...reviewed(entry, change), ...(waits ? { lifecycle: 'approved', reason: null } : {}) }
}
