import { z } from 'zod'
import type { LoosePair } from '../memory/findings/worklist.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import { type Curates, givenReasonSchema, idsSchema, signed } from './curation.ts'
import { requireOneStays } from './keep-one.ts'
import { changeByRule } from './rule.ts'

const inputSchema = z.strictObject({
  entryIds: idsSchema,
  reason: givenReasonSchema,
  /** They go for being told twice: one of each cluster has to stay. */
  asDuplicates: z.strictObject({ minScore: z.number().min(0).max(1).nullable() }).optional(),
  ...signed,
})

export const retire = command(inputSchema, async ({ by, asDuplicates, ...input }, { curation }: Curates) => {
  const loose = asDuplicates && (await curation.pairsShown(input.entryIds[0] ?? '', asDuplicates.minScore))
  const duplicates = asDuplicates && { ...asDuplicates, loose }
  return await retireEntries({ ...input, asDuplicates: duplicates }, curation.as(by))
})

/**
 * Takes entries out of service, with a reason. What they say does not come back by re-import. `asDuplicates` says that they go
 * for being told twice: then one of each cluster has to stay. Throws UserError `whole-cluster`.
 */
export async function retireEntries(
  input: {
    entryIds: string[]
    reason: string
    asDuplicates?:
      | { minScore: number | null; loose?: readonly Omit<LoosePair, 'score'>[] | undefined }
      | undefined
  },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const { entryIds, reason, asDuplicates } = input
  return await changeByRule(
    { verb: 'retire' },
    {
      entryIds,
      reason,
      allow: async (tx, projectId) => {
        if (asDuplicates && projectId) await requireOneStays(tx, { projectId, entryIds, ...asDuplicates })
      },
    },
    deps,
  )
}
