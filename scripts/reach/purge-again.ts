import type { PurgedRun } from '../../lib/db/backup.ts'
import type { Loupe } from '../../lib/loupe.ts'
import { purgePhrase, purgeRunPhrase } from '../../lib/memory/text/words.ts'

const NOTE = { reason: 'purged before the restore', by: 'restore' }
/** As many as one purge takes. */
const AT_A_TIME = 5_000

/** Takes out once more what a restored backup brought back. */
export async function purgeAgain(
  { api }: Pick<Loupe, 'api'>,
  { purgedSince, runsPurgedSince }: { purgedSince: readonly string[]; runsPurgedSince: readonly PurgedRun[] },
): Promise<void> {
  for (let from = 0; from < purgedSince.length; from += AT_A_TIME) {
    const entryIds = purgedSince.slice(from, from + AT_A_TIME)
    await api.purge({ entryIds, phrase: purgePhrase(entryIds.length), ...NOTE })
  }
  for (const { id, instanceId } of runsPurgedSince)
    await api.purgeRun({ episodeId: id, phrase: purgeRunPhrase(instanceId), ...NOTE })
}
