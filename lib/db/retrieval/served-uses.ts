import { asCategory, type Category } from '../../memory/category.ts'
import type { Store } from '../store.ts'

/** A retrieval that an agent was served, and what is known of the run it went to. */
export interface ServedUse {
  entryId: string | null
  category: Category | null
  withheld: boolean
  episodeId: string | null
  instanceId: string | null
  repo: string | null
  outcome: 'resolved' | 'unresolved' | null
}

/** Retrievals that programs were answered, oldest first; what a person tried in a page is none of them. */
export async function listServedUses({ read }: Store, projectIds: readonly string[]): Promise<ServedUse[]> {
  const rows = await read.retrieval.findMany({
    where: { projectId: { in: [...projectIds] }, purpose: 'served' },
    orderBy: { id: 'asc' },
    select: { winnerId: true, category: true, withheld: true, episodeId: true, outcome: true },
  })
  const ids = [...new Set(rows.flatMap(({ episodeId }) => episodeId ?? []))]
  const episodes = await read.episode.findMany({
    where: { id: { in: ids } },
    select: { id: true, instanceId: true, repo: true, outcome: true },
  })
  const byId = new Map(episodes.map((episode) => [episode.id, episode]))
  return rows.map(({ winnerId, category, withheld, episodeId, outcome }) => {
    const episode = byId.get(episodeId ?? '')
    const known = outcome ?? episode?.outcome ?? null
    return {
      entryId: winnerId,
      category: asCategory(category),
      withheld,
      episodeId,
      instanceId: episode?.instanceId ?? null,
      repo: episode?.repo ?? null,
      outcome: known === 'resolved' || known === 'unresolved' ? known : null,
    }
  })
}

/** Position in its run of the subtask that each entry came from. */
export async function listEntryPlaces(
  { read }: Store,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await read.entry.findMany({
    where: { projectId: { in: [...projectIds] }, subtaskId: { not: null } },
    select: { id: true, subtask: { select: { position: true } } },
  })
  return new Map(rows.flatMap(({ id, subtask }) => (subtask ? [[id, subtask.position]] : [])))
}
