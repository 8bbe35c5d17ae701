import { z } from 'zod'
import { command } from '../memory/command.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idsSchema, reasonSchema, signed } from './fields.ts'
import { changeByRule } from './rule.ts'

const inputSchema = z.strictObject({
  entryIds: idsSchema,
  approve: z.boolean(),
  reason: reasonSchema,
  ...signed,
})

export const review = command({
  name: 'review',
  input: inputSchema,
  run: async ({ by, ...input }, { curation }: Curates) => await reviewEntries(input, curation.as(by)),
})

/** Notes that a person has looked at entries; with `approve`, held and waiting ones are put into service. */
export async function reviewEntries(
  { approve, ...input }: { entryIds: string[]; approve: boolean; reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  return await changeByRule({ verb: approve ? 'approve' : 'review' }, input, deps)
}
