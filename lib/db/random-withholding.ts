import { noSuchProject } from './projects.ts'
import type { Store } from './store.ts'
import { tables } from './tables.ts'

/** Whether an episode is given nothing, and how likely that assignment was. */
export interface Assignment {
  isWithheld: boolean
  propensity: number
}

/**
 * The side of an episode: the same one however often it asks, drawn by a hash of project and episode under the folder's own key, so
 * that no agent can tell it beforehand. Raising the share moves episodes one way only.
 */
export function assign(
  { conceal }: Pick<Store, 'conceal'>,
  { projectId, episode, share }: { projectId: string; episode: string; share: number },
): Assignment {
  const mark = conceal(JSON.stringify(['withheld at random', projectId, episode]))
  // 48 bits of the hash as a place between 0 and 1.
  const place = Number.parseInt(mark.slice(mark.indexOf(':') + 1).slice(0, 12), 16) / 2 ** 48
  const isWithheld = place < share
  return { isWithheld, propensity: isWithheld ? share : 1 - share }
}

/** Sets the share of a project's episodes that are given nothing, null = off, in one revision; gives the share before. */
export async function setWithheldShare(
  store: Store,
  { projectId, share, by }: { projectId: string; share: number | null; by: string },
): Promise<{ before: number | null }> {
  const reason = share === null ? 'off' : `${Number((100 * share).toFixed(2))} % of episodes`
  return await store.write({ by, verb: 'withholdAtRandom', reason, projectId }, async (tx, revise) => {
    const row = await tables(tx).project.findUnique({
      where: { id: projectId },
      select: { withheldShare: true },
    })
    if (!row) throw noSuchProject(projectId)
    if (row.withheldShare === share) return { before: share }
    await revise()
    await tables(tx).project.update({ where: { id: projectId }, data: { withheldShare: share } })
    return { before: row.withheldShare }
  })
}
