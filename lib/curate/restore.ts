import { z } from 'zod'
import { command } from '../memory/command.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idsSchema, reasonSchema, signed } from './fields.ts'
import { changeByRule } from './rule.ts'

const inputSchema = z.strictObject({ entryIds: idsSchema, reason: reasonSchema, ...signed })

export const restore = command({
  name: 'restore',
  input: inputSchema,
  run: async ({ by, ...input }, { curation }: Curates) => await restoreEntries(input, curation.as(by)),
})

/** Puts entries (retired, held or waiting for review) into service. */
export async function restoreEntries(
  input: { entryIds: string[]; reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  return await changeByRule({ verb: 'restore' }, input, deps)
}
