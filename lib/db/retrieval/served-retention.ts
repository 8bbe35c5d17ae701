import type { z } from 'zod'
import { type ServedLogView, servedRetentionSchema } from '../../memory/served-log.ts'
import { getSetting, type Store, setSetting } from '../store.ts'
import { isoText, selectColumn, tables } from '../tables.ts'

const SETTING = 'served-retention'
const DAY_MS = 86_400_000
/** Rows taken out in one transaction. */
const MOST_AT_ONCE = 2_000
/** Rows whose size is measured. */
const MEASURED = 200

type Retention = z.infer<typeof servedRetentionSchema>

async function getServedRetention(store: Store): Promise<Retention> {
  return servedRetentionSchema.parse(JSON.parse((await getSetting(store, SETTING)) ?? '{}'))
}

/** Sets how long served retrievals are kept, and takes out what is older. */
export async function setServedRetention(store: Store, retention: Retention): Promise<void> {
  await setSetting(store, SETTING, JSON.stringify(retention))
  await trim(store, retention)
}

/**
 * Takes out served retrievals that are too old or too many, oldest first, in small transactions. Saved ones stay. Where all that is too
 * old lies behind a gap, a clock may be wrong: then only a person takes it out by age (`setServedRetention`). Gives the gap in days, or null.
 */
export async function trimServed(store: Store): Promise<number | null> {
  const retention = await getServedRetention(store)
  const age = await ageOfJump(store, retention)
  await trim(store, age === null ? retention : { ...retention, days: null })
  return age
}

/** Shortest gap, days, that may be a clock's. Ours: nobody's memory is asked less often without being put away. */
const LEAST_JUMP = 60

/** Days between the newest answer that is too old and the next one, or now, where that is longer than a clock may jump unsaid; else null. */
async function ageOfJump(store: Store, { days }: Retention): Promise<number | null> {
  if (days === null) return null
  const cut = new Date(store.now().getTime() - days * DAY_MS)
  const next = (at: { lt: Date } | { gte: Date }, order: 'asc' | 'desc') =>
    tables(store).retrieval.findFirst({
      where: { purpose: 'served', at },
      orderBy: { at: order },
      select: { at: true },
    })
  const [old, young] = [await next({ lt: cut }, 'desc'), await next({ gte: cut }, 'asc')]
  if (!old) return null
  const gap = Math.floor(((young?.at ?? store.now()).getTime() - old.at.getTime()) / DAY_MS)
  return gap > Math.max(days, LEAST_JUMP) ? gap : null
}

async function trim(store: Store, { days, most }: Retention): Promise<void> {
  const before = days === null ? null : isoText(new Date(store.now().getTime() - days * DAY_MS))
  for (;;) {
    const removed = await store.record((tx) =>
      tables(tx).$executeRawUnsafe(
        `DELETE FROM "Retrieval" WHERE "id" IN (
           SELECT "id" FROM "Retrieval" WHERE "purpose" = 'served' AND "at" < ?
           UNION SELECT "id" FROM (SELECT "id" FROM "Retrieval" WHERE "purpose" = 'served' ORDER BY "at" DESC, "id" DESC LIMIT ? OFFSET ?) AS many
           LIMIT ?)`,
        ...[before, MOST_AT_ONCE, most, MOST_AT_ONCE],
      ),
    )
    if (removed < MOST_AT_ONCE) return
  }
}

export async function getServedLog(store: Store): Promise<Omit<ServedLogView, 'droppedCount'>> {
  const [retention, count, first, [bytes = null]] = await Promise.all([
    getServedRetention(store),
    tables(store).retrieval.count({ where: { purpose: 'served' } }),
    tables(store).retrieval.findFirst({
      where: { purpose: 'served' },
      orderBy: { at: 'asc' },
      select: { at: true },
    }),
    selectColumn<number | null>(
      store,
      `SELECT AVG(LENGTH("request") + LENGTH("answer") + LENGTH("text") + 400)
       FROM (SELECT * FROM "Retrieval" WHERE "purpose" = 'served' ORDER BY "at" DESC, "id" DESC LIMIT ${MEASURED}) AS latest`,
    ),
  ])
  return {
    ...retention,
    count,
    since: first?.at.toISOString() ?? null,
    bytes: bytes === null ? null : Math.round(bytes * count),
  }
}
