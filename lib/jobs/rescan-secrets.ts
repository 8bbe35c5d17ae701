import { z } from 'zod'
import { findNewestJob, sumOfResults } from '../db/jobs/job-views.ts'
import { enqueueJob, findOpenJob } from '../db/jobs/order-jobs.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import { listProjects } from '../db/projects.ts'
import { isMasked, readStoredRows, replaceTexts, rescanRanges, type StoredRow } from '../db/rescanned.ts'
import { beginIndexAnew, type Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import type { SecretRescan } from '../memory/views/jobs.ts'
import { orderDetection } from './detect-project.ts'
import { type RescannedRow, rescanRows } from './rescan-rows.ts'

export const RESCAN = 'rescan'

/** Looks through rows; in a thread of its own where others wait for this process. */
type Look = (rows: StoredRow[]) => Promise<RescannedRow[]> | RescannedRow[]

const LAST = 'the end'
const keySchema = z.array(z.union([z.string(), z.number()]))
const rangeSchema = z.object({ table: z.string(), from: keySchema, upto: keySchema })

/** Orders a look through everything that is stored. Throws UserError `already-running`. */
export async function orderRescan(store: Store): Promise<{ jobId: string }> {
  const ranges = await rescanRanges(store)
  return await store.record(async (tx) => {
    if (await findOpenJob(tx, { kind: RESCAN }))
      throw new UserError('already-running', 'Loupe is looking for secrets already.', {
        hint: 'Wait for its end, or cancel it among the jobs; what is done stays.',
        status: 409,
      })
    const items = ranges.map(({ part, ...range }) => ({
      label: `${range.table}, part ${part}`,
      target: JSON.stringify(range),
    }))
    return await enqueueJob(store, tx, {
      kind: RESCAN,
      label: 'Look again for secrets in what is stored',
      request: null,
      items: [...items, { label: 'entries', target: LAST }],
    })
  })
}

/** Does one item: masks some rows, or has the detectors look at the entries. Doing it twice has the effect of doing it once. */
export async function rescanItem(
  item: { itemId: string; target: string },
  { store, look = rescanRows }: { store: Store; look?: Look },
): Promise<void> {
  if (item.target === LAST) return await endRescan(item.itemId, store)
  const range = rangeSchema.parse(JSON.parse(item.target))
  const rows = await readStoredRows(store, range)
  const found = await look(rows)
  const count = found.reduce((sum, one) => sum + one.count, 0)
  const byId = new Map(rows.map((row) => [String(row.key), row]))
  await store.record(async (tx) => {
    if (isMasked(range))
      for (const { key, changed } of found) {
        const row = byId.get(String(key))
        if (row) await replaceTexts(tx, range, row, changed)
      }
    const result = isMasked(range) ? { masked: count } : { [`held${range.table}`]: found.length }
    await finishItem(store, tx, item.itemId, result)
  })
}

/** What was masked leaves the log file too, and entries that hold a secret stand in their worklists. */
async function endRescan(itemId: string, store: Store): Promise<void> {
  for (const { id } of await listProjects(store)) await orderDetection(store, id)
  await store.checkpoint()
  await store.record(async (tx) => {
    await beginIndexAnew(store, tx) // what was read from the store before holds the texts as they were
    await finishItem(store, tx, itemId, {})
  })
}

/** The newest look through what is stored; null when there never was one. */
export async function findRescan(store: Store): Promise<SecretRescan | null> {
  const found = await findNewestJob(store, RESCAN)
  if (!found) return null
  const { job } = found
  const [masked, entries, reasons] = await Promise.all(
    ['masked', 'heldEntry', 'heldRevision'].map((name) => sumOfResults(store, job.id, name)),
  )
  return { job, maskedCount: masked ?? 0, entryCount: entries ?? 0, reasonCount: reasons ?? 0 }
}
