import type { AgentFunnel, FeedRow, Reach } from '../../memory/agents.ts'
import { categorySchema } from '../../memory/entry.ts'
import { wilsonInterval } from '../../memory/statistics/proportion.ts'
import { fieldSource } from '../entries/entry-field-sql.ts'
import { GIT_ENDS } from '../retrieval/git-ends.ts'
import type { Store } from '../store.ts'
import { select, selectNumbers, tables } from '../tables.ts'

/** Stages of agents' sessions, newest first: what was asked, what was sent or why nothing was, and what became of it. */
export async function listFeed(store: Store, projectId: string, limit: number): Promise<FeedRow[]> {
  const rows = await select<Omit<FeedRow, 'at' | 'category'> & { at: Date; category: string }>(
    store,
    `SELECT r."id", r."at", r."by" AS "agent", r."episodeId" AS "episode", r."category", r."declaredBy", r."text" AS "question",
       COALESCE(r."winnerId", r."answer" ->> '$.hits[0].entryId') AS "entryId", e."title", r."score",
       r."abstained", r."tokens", r."latencyMs", r."receipt", r."followed", r."followedBy",
       COALESCE(o."outcome", r."outcome") AS "outcome"
     FROM "Retrieval" r
     LEFT JOIN "Entry" e ON e."id" = COALESCE(r."winnerId", r."answer" ->> '$.hits[0].entryId')
     LEFT JOIN "Outcome" o ON o."projectId" = r."projectId" AND o."episodeId" = r."episodeId"
     WHERE r."projectId" = ? AND r."declaredBy" IS NOT NULL ORDER BY r."id" DESC LIMIT ?`,
    projectId,
    limit,
  )
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    category: categorySchema.parse(row.category),
  }))
}

/** Counts of stages and episodes from asking to the end; `entryId` = of what one entry was best for. */
export async function readFunnel(
  store: Store,
  { projectId, entryId = null }: { projectId: string; entryId?: string | null },
): Promise<AgentFunnel> {
  const counts = await selectNumbers<
    | 'asked'
    | 'sent'
    | 'settled'
    | 'arrived'
    | 'told'
    | 'followed'
    | 'ended'
    | 'well'
    | 'givenN'
    | 'givenWell'
    | 'heldN'
    | 'heldWell'
    | 'givenGitN'
    | 'givenKept'
    | 'heldGitN'
    | 'heldKept'
  >(
    store,
    `WITH stages AS (
       SELECT r.*, COALESCE(o."outcome", r."outcome") AS "end" FROM "Retrieval" r
       LEFT JOIN "Outcome" o ON o."projectId" = r."projectId" AND o."episodeId" = r."episodeId"
       WHERE r."projectId" = ? AND r."declaredBy" IS NOT NULL
         AND ? IN ('', COALESCE(r."winnerId", r."answer" ->> '$.hits[0].entryId'))
     ), episodes AS (
       SELECT "episodeId", COUNT(*) FILTER (WHERE "withheld") > 0 AS "held", COUNT("winnerId") > 0 AS "given", MAX("end") AS "end", MAX(g."git") AS "git"
       FROM stages LEFT JOIN (${GIT_ENDS}) g USING ("projectId", "episodeId")
       WHERE "episodeId" IS NOT NULL GROUP BY "episodeId"
     )
     SELECT COUNT(*) AS "asked", COUNT("winnerId") AS "sent",
       COUNT(*) FILTER (WHERE "receipt" IN ('arrived', 'absent')) AS "settled", COUNT(*) FILTER (WHERE "receipt" = 'arrived') AS "arrived",
       COUNT("followed") FILTER (WHERE "receipt" = 'arrived') AS "told", COUNT(*) FILTER (WHERE "receipt" = 'arrived' AND "followed" = 'yes') AS "followed",
       COUNT("end") FILTER (WHERE "followed" = 'yes') AS "ended", COUNT(*) FILTER (WHERE "followed" = 'yes' AND "end" = 'resolved') AS "well",
       (SELECT COUNT(*) FROM episodes WHERE "given" AND NOT "held" AND "end" IS NOT NULL) AS "givenN",
       (SELECT COUNT(*) FROM episodes WHERE "given" AND NOT "held" AND "end" = 'resolved') AS "givenWell",
       (SELECT COUNT(*) FROM episodes WHERE "held" AND "end" IS NOT NULL) AS "heldN",
       (SELECT COUNT(*) FROM episodes WHERE "held" AND "end" = 'resolved') AS "heldWell",
       (SELECT COUNT(*) FROM episodes WHERE "given" AND NOT "held" AND "git" IS NOT NULL) AS "givenGitN",
       (SELECT COUNT(*) FROM episodes WHERE "given" AND NOT "held" AND "git" = 'resolved') AS "givenKept",
       (SELECT COUNT(*) FROM episodes WHERE "held" AND "git" IS NOT NULL) AS "heldGitN",
       (SELECT COUNT(*) FROM episodes WHERE "held" AND "git" = 'resolved') AS "heldKept"
     FROM stages`,
    projectId,
    entryId ?? '',
  )
  const share = (count: number, n: number) => (n === 0 ? null : wilsonInterval(count, n))
  const step = (name: string, count: number, n: number) => ({ name, count, n, share: share(count, n) })
  const side = (resolved: number, n: number) => ({ resolved, n, share: share(resolved, n) })
  const { asked, sent, settled, arrived, told, followed, ended, well } = counts
  return {
    steps: [
      step('sent', sent, asked),
      step('arrived', arrived, settled),
      step('followed', followed, told),
      step('ended well', well, ended),
    ],
    given: side(counts.givenWell, counts.givenN),
    withheld: side(counts.heldWell, counts.heldN),
    git: {
      given: side(counts.givenKept, counts.givenGitN),
      withheld: side(counts.heldKept, counts.heldGitN),
    },
  }
}

/** How many entries in service were sent, were best and never fit, were always outranked, or had no question of their category. */
export async function countReach(store: Store, projectId: string): Promise<Record<Reach, number>> {
  const rows = await select<{ reach: Reach; count: number }>(
    store,
    `SELECT ${fieldSource('reach').value} AS "reach", COUNT(*) AS "count" FROM "Entry" e
     WHERE e."projectId" = ? AND e."lifecycle" = 'approved' AND NOT e."beside" GROUP BY 1`,
    projectId,
  )
  const counts = new Map(rows.map(({ reach, count }) => [reach, count]))
  const of = (reach: Reach) => counts.get(reach) ?? 0
  return { sent: of('sent'), unfit: of('unfit'), outranked: of('outranked'), unasked: of('unasked') }
}

/** Says what became of what an episode was sent: entries whose message the transcript holds arrived, the others did not. */
export async function settleReceipts(
  store: Store,
  {
    projectId,
    episodes,
    arrivedIds,
  }: { projectId: string; episodes: readonly string[]; arrivedIds: readonly string[] },
): Promise<void> {
  const sent = { projectId, episodeId: { in: [...episodes] }, receipt: { not: null } }
  await store.record(async (tx) => {
    const { retrieval } = tables(tx)
    await retrieval.updateMany({
      where: { ...sent, winnerId: { in: [...arrivedIds] } },
      data: { receipt: 'arrived' },
    })
    await retrieval.updateMany({
      where: { ...sent, receipt: 'sent', winnerId: { notIn: [...arrivedIds] } },
      data: { receipt: 'absent' },
    })
  })
}

/** Keeps what somebody says of a stage that was asked for; false when there is no such row. */
export async function noteStage(
  store: Store,
  id: string,
  said: { followed?: 'yes' | 'no' | null; followedBy?: string | null; summary?: string },
): Promise<boolean> {
  const { count } = await store.record((tx) =>
    tables(tx).retrieval.updateMany({ where: { id, declaredBy: { not: null } }, data: said }),
  )
  return count > 0
}
