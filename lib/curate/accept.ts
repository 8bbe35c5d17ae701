import { z } from 'zod'
import { listSiblings } from '../db/entries/extracted.ts'
import { isExtracted } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, changeEntries } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idsSchema, reasonSchema, signed } from './fields.ts'
import { become } from './rule.ts'

export const accept = command(
  z.strictObject({ entryIds: idsSchema, reason: reasonSchema, ...signed }),
  ({ by, ...input }, { curation }: Curates) => acceptEntries(input, curation.as(by)),
)

/**
 * Puts these entries in service as a person's choice for their subtasks; what other extractors made of the same subtasks goes beside
 * them. From then on no change of extractor touches those subtasks. Throws UserError `no-such-entry`, `nothing-to-change`.
 */
export async function acceptEntries(
  { entryIds, reason }: { entryIds: string[]; reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const chosen = new Set(entryIds)
  const siblings = await listSiblings(deps.store, entryIds)
  const at = deps.store.now().toISOString()
  return await changeEntries(
    {
      verb: 'accept',
      reason: reason ?? null,
      entryIds: [...entryIds, ...siblings],
      become: (entry) => {
        if (chosen.has(entry.id))
          return { ...become(entry, { verb: 'approve' }, { reason: null, by: deps.by, at }), beside: false }
        return entry.beside || !isExtracted(entry) ? entry : { ...entry, beside: true }
      },
    },
    deps,
  )
}
