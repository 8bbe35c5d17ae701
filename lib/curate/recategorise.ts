import { z } from 'zod'
import type { Category } from '../memory/category.ts'
import { categorySchema } from '../memory/category-schema.ts'
import { command } from '../memory/command.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import type { CurateDeps } from './change-entries.ts'
import type { Curates } from './curation.ts'
import { idSchema, reasonSchema, revisionSchema, signed } from './fields.ts'
import { changeByRule } from './rule.ts'

const inputSchema = z.strictObject({
  entryId: idSchema,
  revision: revisionSchema,
  category: categorySchema,
  reason: reasonSchema,
  ...signed,
})

export const recategorise = command({
  name: 'recategorise',
  input: inputSchema,
  run: async ({ by, ...input }, { curation }: Curates) => await recategoriseEntry(input, curation.as(by)),
})

/** Moves an entry to another category: from now on it is found behind the other wall. */
export async function recategoriseEntry(
  input: { entryId: string; revision: number; category: Category; reason?: string | undefined },
  deps: CurateDeps,
): Promise<ChangeReceipt> {
  const { entryId, revision, category, reason } = input
  return await changeByRule(
    { verb: 'recategorise', category },
    { entryIds: [entryId], expectedRevision: revision, reason },
    deps,
  )
}
