import { asCategory, type Category } from '../../memory/category.ts'
import { repositoryOf } from '../../memory/statistics/compare.ts'
import type { Store } from '../store.ts'
import { select, tables } from '../tables.ts'
import { GIT_ENDS } from './git-ends.ts'

/** A retrieval that an agent was served, and what was reported of the run it went to. */
export interface ServedUse {
  entryId: string | null
  category: Category | null
  withheld: boolean
  /** How likely its assignment was, 0..1; 1 = nothing was left to chance. */
  propensity: number
  /** Entries of its category in scope when it was asked; null in rows of earlier versions. */
  density: number | null
  episodeId: string | null
  instanceId: string | null
  repo: string | null
  outcome: 'resolved' | 'unresolved' | null
  /** What became of the run's change in git: kept or reverted; null = unknown, or another fate. */
  git: 'kept' | 'reverted' | null
}

/** Retrievals that programs were answered, oldest first; what a person tried in a page is none of them. */
export async function listServedUses(store: Store, projectIds: readonly string[]): Promise<ServedUse[]> {
  const where = { projectId: { in: [...projectIds] } }
  const rows = await tables(store).retrieval.findMany({
    where: { ...where, purpose: 'served' },
    orderBy: { id: 'asc' },
    select: {
      projectId: true,
      winnerId: true,
      category: true,
      withheld: true,
      propensity: true,
      eligibleCount: true,
      episodeId: true,
      outcome: true,
    },
  })
  const reports = new Map(
    (await tables(store).outcome.findMany({ where })).map((one) => [
      `${one.projectId} ${one.episodeId}`,
      one,
    ]),
  )
  const ends = await select<{ projectId: string; episodeId: string; git: string }>(store, GIT_ENDS)
  const byGit = new Map(ends.map((end) => [`${end.projectId} ${end.episodeId}`, end.git]))
  return rows.map(
    ({ projectId, winnerId, category, withheld, propensity, eligibleCount, episodeId, outcome }) => {
      const report = reports.get(`${projectId} ${episodeId}`)
      const end = byGit.get(`${projectId} ${episodeId}`)
      const known = report?.outcome ?? outcome
      const instanceId = report?.instanceId ?? null
      return {
        entryId: winnerId,
        category: asCategory(category),
        withheld,
        propensity: propensity ?? 1,
        density: eligibleCount,
        episodeId,
        instanceId,
        repo: instanceId === null ? null : repositoryOf(instanceId).replace('__', '/'),
        outcome: known === 'resolved' || known === 'unresolved' ? known : null,
        git: end === 'resolved' ? 'kept' : end === 'unresolved' ? 'reverted' : null,
      }
    },
  )
}

/** Position in its run of the subtask that each entry came from. */
export async function listEntryPlaces(
  store: Store,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tables(store).entry.findMany({
    where: { projectId: { in: [...projectIds] }, subtaskId: { not: null } },
    select: { id: true, subtask: { select: { position: true } } },
  })
  return new Map(rows.flatMap(({ id, subtask }) => (subtask ? [[id, subtask.position]] : [])))
}
