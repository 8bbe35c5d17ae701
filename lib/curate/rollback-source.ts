import { z } from 'zod'
import { type EntrySource, listFromSource } from '../db/entries/entries.ts'
import { readEntries } from '../db/entries/entry-writes.ts'
import { listMadeOf } from '../db/entries/origins.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import { command, query } from '../memory/operation.ts'
import type { RollbackReceipt, SourceCount } from '../memory/views/curation.ts'
import { type CurateDeps, sampleEntries, writeChanges } from './change-entries.ts'
import { type Curates, givenReasonSchema, idSchema, signed } from './curation.ts'

const sourceSchema = z.strictObject({
  projectId: idSchema,
  source: z.union([
    z.strictObject({ episodeId: idSchema }),
    z.strictObject({ jobId: idSchema }),
    z.strictObject({ extractor: z.string().min(1).max(200) }),
    z.strictObject({ fileName: z.string().min(1).max(2_000) }),
  ]),
})

/** What a roll back of one source would retire. */
export const countSource = query(sourceSchema, (input, { curation }: Curates) =>
  countFromSource(input, curation.as().store),
)

export const rollback = command(
  sourceSchema.extend({
    reason: givenReasonSchema,
    expectedCount: z.number().int().min(0).optional(),
    ...signed,
  }),
  ({ by, ...input }, { curation }: Curates) => rollbackSource(input, curation.as(by)),
)

/** How many entries a roll back of this source would retire, how many of those are pinned, and some of them. */
export async function countFromSource(
  { projectId, source }: { projectId: string; source: EntrySource },
  store: Store,
): Promise<SourceCount> {
  const ids = await listFromSource(store, projectId, source)
  const entries = await readEntries(store, ids)
  return {
    matchCount: entries.length,
    pinnedCount: entries.filter(({ pinned }) => pinned).length,
    sample: await sampleEntries(store, ids),
  }
}

/**
 * Retires everything that came from one source, pinned or not, in one revision. What was made of it by merge, split or copy
 * is named, not touched. Throws UserError `count-changed` when another number was announced, `nothing-to-change`.
 */
export async function rollbackSource(
  input: { projectId: string; source: EntrySource; reason: string; expectedCount?: number | undefined },
  deps: CurateDeps,
): Promise<RollbackReceipt> {
  const { projectId, source, reason, expectedCount } = input
  const { store, by } = deps
  return await store.write({ by, verb: 'rollback', reason, projectId }, async (tx, revise) => {
    const entryIds = await listFromSource(tx, projectId, source)
    if (expectedCount !== undefined && entryIds.length !== expectedCount)
      throw new UserError(
        'count-changed',
        `You were told ${expectedCount} entries would go; now it is ${entryIds.length}.`,
        { hint: 'Look at the new number and ask again. Nothing was changed.', status: 409 },
      )
    const entries = await readEntries(tx, entryIds)
    const changes = entries.map((before) => ({
      before,
      after: { ...before, lifecycle: 'retired' as const, reason },
    }))
    const revision = await writeChanges(tx, revise, changes, deps)
    return {
      revision,
      entryCount: changes.length,
      entryIds,
      pinnedCount: entries.filter(({ pinned }) => pinned).length,
      madeOfThem: await listMadeOf(tx, entryIds),
    }
  })
}
