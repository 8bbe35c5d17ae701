import type { ChainReport } from '../../memory/views/activity.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { type Reader, tables } from '../tables.ts'
import { digestsOf, isDigestOf, revisionHash } from './log-seal.ts'

/** Changes checked at a time, so that a long history does not have to fit in memory. */
const PAGE = 1_000

/**
 * Goes through a project's log from its first sealed revision and says where it was altered behind Loupe's back: a changed
 * field, a changed or missing text, a revision taken out. What no chain can show is the loss of its very end, and what stood where
 * a purge put its marker: such a revision or text counts as it is, when a purge came after it.
 */
export async function verifyChain(store: Store, projectId: string): Promise<ChainReport> {
  const rows = await tables(store).revision.findMany({ where: { projectId }, orderBy: { number: 'asc' } })
  const first = rows.findIndex((row) => row.hash !== null)
  const sealed = first < 0 ? [] : rows.slice(first)
  const span = { from: sealed[0]?.number ?? null, to: sealed.at(-1)?.number ?? null, count: sealed.length }
  const broken = (brokenAt: number, why: string): ChainReport => ({ ok: false, ...span, brokenAt, why })

  const lastPurge = (
    await tables(store).revision.aggregate({ where: { verb: 'purge' }, _max: { number: true } })
  )._max
  const isBlackened = (text: string | null, number: number) =>
    (text?.includes(PURGED) ?? false) && number < (lastPurge.number ?? 0)

  let previous: string | null = null
  for (const row of sealed) {
    const fits = row.hash === revisionHash(previous, row, await digestsOf(store, row.number))
    if (!fits && (row.hash === null || !isBlackened(row.reason, row.number)))
      return broken(row.number, 'The revision, the list of its changes or the one before it was altered.')
    previous = row.hash
  }
  const altered = await alteredChange(store, projectId, span.from, isBlackened)
  if (altered !== null) return broken(altered, 'The recorded text of a change was altered.')
  return { ok: true, ...span, brokenAt: null, why: null }
}

/** First revision with a change whose texts do not fit its digest, or are gone without a purge of that entry; null = none. */
async function alteredChange(
  read: Reader,
  projectId: string,
  from: number | null,
  isBlackened: (text: string | null, number: number) => boolean,
): Promise<number | null> {
  if (from === null) return null
  const purges = await tables(read).change.findMany({
    where: { revision: { projectId, verb: 'purge' } },
    select: { entityId: true },
  })
  const purged = new Set(purges.map(({ entityId }) => entityId))
  for (let after = 0; ; ) {
    const page = await tables(read).change.findMany({
      where: { id: { gt: after }, revisionNumber: { gte: from }, revision: { projectId } },
      orderBy: { id: 'asc' },
      take: PAGE,
    })
    for (const change of page) {
      const isGone = change.before === null && change.after === null && purged.has(change.entityId)
      const isMarked = [change.before, change.after].some((text) => isBlackened(text, change.revisionNumber))
      if (!isGone && !isMarked && !isDigestOf(change.digest, change)) return change.revisionNumber
    }
    const last = page.at(-1)
    if (!last) return null
    after = last.id
  }
}
