import type { Promoted } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, changeEntries } from './change-entries.ts'

/**
 * Marks a lesson that is in service as promoted into a file of rules; null takes the mark back. Whoever promotes it has looked at
 * it. Throws UserError `not-in-service`, `nothing-to-change`.
 */
export async function markPromoted(
  { entryId, promoted }: { entryId: string; promoted: Promoted | null },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const reviewed = { reviewedBy: deps.by, reviewedAt: deps.store.now().toISOString() }
  return await changeEntries(
    {
      verb: promoted ? 'promote' : 'demote',
      reason: promoted && `into ${promoted.file}`,
      entryIds: [entryId],
      become: (entry) => {
        const { promoted: before, ...bare } = entry
        if (promoted === null) return before ? bare : entry
        if (entry.lifecycle !== 'approved')
          throw new UserError(
            'not-in-service',
            `This lesson is ${entry.lifecycle}: only one in service is promoted.`,
            {
              hint: 'Approve it first.',
              status: 409,
            },
          )
        return { ...entry, promoted, ...(entry.reviewedBy ? {} : reviewed) }
      },
    },
    deps,
  )
}
