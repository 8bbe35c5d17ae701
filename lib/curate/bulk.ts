import { z } from 'zod'
import { countChange, matchingIds } from '../db/entries/entries.ts'
import { readEntries } from '../db/entries/entry-writes.ts'
import { UserError } from '../memory/errors.ts'
import { askedFilterSchema, type EntryFilter } from '../memory/filter/entry-filter.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import type { BulkPreview, BulkReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, sampleEntries, writeChanges } from './change-entries.ts'
import { type Curates, givenReasonSchema, signed } from './curation.ts'
import { aimsAtDuplicates, requireOneStays } from './keep-one.ts'
import { become, limitsOf, type Rule, ruleSchema } from './rule.ts'

type BulkInput = {
  rule: Rule
  filter: EntryFilter
  /** `changeCount` of the preview: the number that was announced. */
  expectedCount: number
  reason: string
}

const askedSchema = z.strictObject({ rule: ruleSchema, filter: askedFilterSchema })

export const previewBulk = query(
  askedSchema,
  async ({ rule, filter }, { curation }: Curates) =>
    await previewChange({ rule, filter: await curation.resolveFilter(filter) }, curation.as()),
)

export const bulk = command(
  askedSchema.extend({ expectedCount: z.number().int().min(0), reason: givenReasonSchema, ...signed }),
  async ({ by, filter, ...input }, { curation }: Curates) =>
    await bulkChange({ ...input, filter: await curation.resolveFilter(filter) }, curation.as(by)),
  // What a filter means is changed; the filter is not kept.
  { arrive: asItIs },
)

/** What a change by rule would do, without doing it. */
export async function previewChange(
  { rule, filter }: Pick<BulkInput, 'rule' | 'filter'>,
  { store }: Pick<CurateDeps, 'store'>,
): Promise<BulkPreview> {
  const counts = await countChange(store, filter, limitsOf(rule))
  const sample = await sampleEntries(store, await matchingIds(store, filter))
  return { ...counts, sample }
}

/**
 * Changes all entries that a filter means: resolved, counted and changed in one transaction and one revision. Pinned ones
 * are left alone and counted. Throws UserError `count-changed` when the number announced is not the number there is now, and
 * `whole-cluster` when a filter of near-duplicates would retire all of a cluster.
 */
export async function bulkChange(
  { rule, filter, expectedCount, reason }: BulkInput,
  deps: CurateDeps,
): Promise<BulkReceipt> {
  const { store, by } = deps
  return await store.write(
    { by, verb: rule.verb, reason, projectId: filter.projectId },
    async (tx, revise) => {
      const counts = await countChange(tx, filter, limitsOf(rule))
      if (counts.changeCount !== expectedCount)
        throw new UserError(
          'count-changed',
          `You were told ${expectedCount} entries would change; now it is ${counts.changeCount}.`,
          { hint: 'Look at the new number and ask again. Nothing was changed.', status: 409 },
        )
      const at = store.now().toISOString()
      const entries = await readEntries(tx, await matchingIds(tx, filter))
      const changes = entries.flatMap((before) => {
        if (before.pinned && limitsOf(rule).sparesPinned) return []
        const after = become(before, rule, { reason, by, at })
        return after === before ? [] : [{ before, after }]
      })
      if (rule.verb === 'retire' && aimsAtDuplicates(filter))
        await requireOneStays(tx, {
          projectId: filter.projectId,
          entryIds: changes.map(({ after }) => after.id),
          minScore: null,
        })
      const revision = await writeChanges(tx, revise, changes, deps)
      const { pinnedCount, alreadyCount } = counts
      return { revision, entryCount: changes.length, pinnedCount, alreadyCount }
    },
  )
}
