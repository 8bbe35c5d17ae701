import type { MemoryEntry } from '../memory/entry.ts'
import type { ChangeReceipt } from '../memory/views.ts'
import { type CurateDeps, changeEntries } from './change-entries.ts'

/** Pins entries, or takes the pin off. A pin gives nothing in retrieval; it keeps changes by rule away. */
export async function pinEntries(
  { entryIds, pinned }: { entryIds: string[]; pinned: boolean },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const verb = pinned ? 'pin' : 'unpin'
  return await changeEntries(
    {
      verb,
      reason: null,
      entryIds,
      become: (entry) => (entry.pinned === pinned ? entry : { ...entry, pinned }),
    },
    deps,
  )
}

/** Notes that a person has looked at entries; with `approve`, held and waiting ones are put into service. */
export async function reviewEntries(
  { entryIds, approve, reason }: { entryIds: string[]; approve: boolean; reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const at = deps.store.now().toISOString()
  return await changeEntries(
    {
      verb: approve ? 'approve' : 'review',
      reason: reason ?? null,
      entryIds,
      become: (entry) => reviewed(entry, { by: deps.by, at, approve }),
    },
    deps,
  )
}

/** The entry as somebody has reviewed it. A retired one stays retired. */
export function reviewed(
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
