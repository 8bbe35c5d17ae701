import type { EpisodeOfInstance } from '../../memory/studies/outcomes/compare-two.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** Instances of one question to the database: it takes so many values at most. */
const AT_A_TIME = 500

/** Every stored episode of these instances, of all projects, in the order they came. */
export async function listEpisodesOf(
  store: Store,
  instanceIds: readonly string[],
): Promise<EpisodeOfInstance[]> {
  const found: EpisodeOfInstance[] = []
  for (let from = 0; from < instanceIds.length; from += AT_A_TIME) {
    const rows = await tables(store).episode.findMany({
      where: { instanceId: { in: instanceIds.slice(from, from + AT_A_TIME) } },
      orderBy: { id: 'asc' },
      select: { id: true, instanceId: true, backbone: true, outcome: true },
    })
    found.push(...rows.map(({ outcome, ...row }) => ({ ...row, outcome: outcomeSchema.parse(outcome) })))
  }
  return found
}
