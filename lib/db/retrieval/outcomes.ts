import type { OutcomeReceipt, OutcomeReport } from '../../memory/served-log.ts'
import { insertAll } from '../dialect.ts'
import type { Store } from '../store.ts'
import { isoText, tables } from '../tables.ts'

/** Keeps how episodes ended and joins it to what was served in them; reported twice, the last report counts. */
export async function reportOutcomes(
  store: Store,
  { projectId, by, outcomes }: { projectId: string; by: string; outcomes: OutcomeReport['outcomes'] },
): Promise<OutcomeReceipt> {
  const at = isoText(store.now())
  const rows = outcomes.map(({ episode: episodeId, instanceId = null, outcome }) => ({
    ...{ projectId, episodeId, instanceId, outcome, by, at },
  }))
  const json = JSON.stringify(rows)
  const retrievalCount = await store.record(async (tx) => {
    await tables(tx).$executeRawUnsafe(
      `${insertAll('Outcome', ['projectId', 'episodeId', 'instanceId', 'outcome', 'by', 'at'])}
       ON CONFLICT ("projectId", "episodeId") DO UPDATE SET "outcome" = excluded."outcome", "by" = excluded."by", "at" = excluded."at",
         "instanceId" = COALESCE(excluded."instanceId", "Outcome"."instanceId")`,
      json,
    )
    return await tables(tx).$executeRawUnsafe(
      `UPDATE "Retrieval" SET "outcome" = o."outcome" FROM "Outcome" o
       WHERE "Retrieval"."projectId" = ? AND o."projectId" = "Retrieval"."projectId" AND o."episodeId" = "Retrieval"."episodeId"
         AND "Retrieval"."episodeId" IN (SELECT value ->> 'episodeId' FROM json_each(?))`,
      projectId,
      json,
    )
  })
  const served = await tables(store).retrieval.groupBy({
    by: ['episodeId'],
    where: { projectId, episodeId: { in: outcomes.map(({ episode }) => episode) } },
  })
  const known = new Set(served.map(({ episodeId }) => episodeId))
  const episodes = [...new Set(outcomes.map(({ episode }) => episode))]
  const unserved = episodes.filter((episode) => !known.has(episode))
  return { episodeCount: episodes.length, retrievalCount, unserved }
}
