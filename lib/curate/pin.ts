import { z } from 'zod'
import { command } from '../memory/command.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idsSchema, signed } from './fields.ts'
import { changeByRule } from './rule.ts'

const inputSchema = z.strictObject({ entryIds: idsSchema, pinned: z.boolean(), ...signed })

export const pin = command({
  name: 'pin',
  input: inputSchema,
  run: async ({ by, ...input }, { curation }: Curates) => await pinEntries(input, curation.as(by)),
})

/** Pins entries, or takes the pin off. A pin gives nothing in retrieval; it keeps changes by rule away. */
export async function pinEntries(
  { entryIds, pinned }: { entryIds: string[]; pinned: boolean },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  return await changeByRule({ verb: pinned ? 'pin' : 'unpin' }, { entryIds }, deps)
}
