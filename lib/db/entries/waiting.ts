import { z } from 'zod'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { TriageEntry } from '../../memory/findings/worklist.ts'
import { readTriageEntries } from '../findings/worklist.ts'
import { getSetting, putSetting, type Store, type Tx } from '../store.ts'
import { type Reader, selectList, selectNumbers } from '../tables.ts'

/** Held look-alikes of what was retired first, then those that the review gate keeps back; each the oldest first. */
const WAITING = `FROM "Entry" WHERE "projectId" = ? AND NOT "beside" AND "lifecycle" IN ('quarantined', 'candidate')`
const ORDER = `ORDER BY "lifecycle" = 'quarantined' DESC, "seq"`

const claimsSchema = z.record(z.string(), z.string())

/** How many entries of a project wait for a person, and how many of those are held. */
export async function countWaiting(
  store: Store,
  projectId: string,
): Promise<{ count: number; held: number }> {
  return await selectNumbers(
    store,
    `SELECT COUNT(*) AS count, COUNT(*) FILTER (WHERE "lifecycle" = 'quarantined') AS held ${WAITING}`,
    projectId,
  )
}

/** The first of the entries that wait and that this reviewer may take: nobody's and his or her own. */
export async function listWaiting(
  store: Store,
  { projectId, claimedBy, limit }: { projectId: string; claimedBy?: string | undefined; limit: number },
): Promise<{
  rows: { entry: TriageEntry; claimedBy: string | null }[]
  matchCount: number
  takenCount: number
}> {
  const [ids, claims] = await Promise.all([waitingIds(store, projectId), readClaims(store, projectId)])
  const free = ids.filter((id) => claimedBy === undefined || (claims[id] ?? claimedBy) === claimedBy)
  const shown = free.slice(0, limit)
  const entries = await readTriageEntries(store, shown)
  return {
    rows: shown.flatMap((id) => {
      const entry = entries.get(id)
      return entry ? [{ entry, claimedBy: claims[id] ?? null }] : []
    }),
    matchCount: free.length,
    takenCount: ids.length - free.length,
  }
}

/** Gives a reviewer the next `count` entries that nobody took; those taken stay his or hers until released. */
export async function claimWaiting(
  store: Store,
  { projectId, by, count }: { projectId: string; by: string; count: number },
): Promise<{ ids: string[] }> {
  return await store.record(async (tx) => {
    const [waiting, claims] = [await waitingIds(tx, projectId), await readClaims(tx, projectId)]
    const ids = waiting.filter((id) => claims[id] === undefined).slice(0, count)
    const kept = waiting.flatMap((id) => (claims[id] === undefined ? [] : [[id, claims[id]] as const]))
    await writeClaims(tx, projectId, Object.fromEntries([...kept, ...ids.map((id) => [id, by] as const)]))
    return { ids }
  })
}

/** Gives back what a reviewer took and did not decide, and tells how many those are. */
export async function releaseWaiting(
  store: Store,
  { projectId, by }: { projectId: string; by: string },
): Promise<{ count: number }> {
  return await store.record(async (tx) => {
    const [waiting, claims] = [new Set(await waitingIds(tx, projectId)), await readClaims(tx, projectId)]
    const open = Object.entries(claims).filter(([id]) => waiting.has(id))
    const kept = open.filter(([, name]) => name !== by)
    await writeClaims(tx, projectId, Object.fromEntries(kept))
    return { count: open.length - kept.length }
  })
}

async function waitingIds(client: Reader, projectId: string): Promise<MemoryEntry['id'][]> {
  return await selectList(client, `SELECT "id" ${WAITING} ${ORDER}`, projectId)
}

/** Who took which waiting entry. Not a revision: a claim changes no entry. */
async function readClaims(client: Reader, projectId: string): Promise<Record<string, string>> {
  return claimsSchema.parse(JSON.parse((await getSetting(client, claimsName(projectId))) ?? '{}'))
}

async function writeClaims(tx: Tx, projectId: string, claims: Record<string, string>): Promise<void> {
  await putSetting(tx, claimsName(projectId), JSON.stringify(claims))
}

function claimsName(projectId: string): string {
  return `claims:${projectId}`
}
