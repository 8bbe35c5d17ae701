import { enqueueItem, findOpenJob } from '../db/jobs/order-jobs.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import { findProjectName } from '../db/projects.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { findLatestMapJob, listMapRows, storeProjection } from '../db/vectors/projections.ts'
import { type LayoutDeps, rowsToLayOut, toPositions } from '../map/positions.ts'
import { type LayoutProgress, runLayout } from '../map/run-layout.ts'
import { UserError } from '../memory/errors.ts'
import type { MapJob, MapProgress } from '../memory/map.ts'

/** Fewer entries than this have no neighbourhoods to keep. Ours. */
const LEAST_ENTRIES = 10
/** How far the layouts under way are, by project. It lives as long as the process that works on them. */
export type MapProgressBoard = Map<string, MapProgress>

type Deps = LayoutDeps & { board: MapProgressBoard }

/** Lays a project's entries out by UMAP, in a thread of its own, and keeps the result. The item's target is the project. */
export async function projectMap(
  item: { itemId: string; target: string; signal?: AbortSignal },
  deps: Deps,
): Promise<void> {
  const { store, embedder, board, rootPath } = deps
  const projectId = item.target
  const { revision } = await getStoreClock(store)
  const live = await listMapRows(store, projectId, embedder.id)
  if (live.length < LEAST_ENTRIES)
    throw new UserError('too-few-entries', `${live.length} entries are too few for UMAP.`, {
      hint: `It needs ${LEAST_ENTRIES}; the PCA map shows them all.`,
    })
  const { chosen, sampledFrom, request } = rowsToLayOut(live, deps)
  const run = runLayout('umap', request, rootPath, teller(projectId, board))
  const stop = () => void run.stop()
  item.signal?.addEventListener('abort', stop)
  try {
    const [places, kept] = await Promise.all([run.places, run.kept]).catch((error) => {
      if (!item.signal?.aborted) throw error
      throw new UserError('cancelled', 'Cancelled by a person.', { hint: 'Compute the map again.' })
    })
    await store.record(async (tx) => {
      const isThere = (await findProjectName(tx, projectId)) !== null
      const layout = { ...toPositions(chosen, places, revision, sampledFrom), kept }
      if (isThere)
        await storeProjection(store, tx, { projectId, method: 'umap', embedder: embedder.id }, layout)
      await finishItem(store, tx, item.itemId, { entries: chosen.length, kept })
    })
  } finally {
    item.signal?.removeEventListener('abort', stop)
    board.delete(projectId)
  }
}

/** Orders a UMAP map of a project, unless one is on its way. */
export async function orderMap(store: LayoutDeps['store'], projectId: string): Promise<void> {
  await store.record(async (tx) => {
    if (await findOpenJob(tx, { kind: 'umap', projectId })) return
    const name = await findProjectName(tx, projectId)
    if (name === null) throw new Error(`project ${projectId} is gone`)
    const label = `Lay out ${name} by UMAP`
    const item = { kind: 'umap', jobLabel: label, projectId, batchKey: null, label, target: projectId }
    await enqueueItem(store, tx, item)
  })
}

/** The newest UMAP job of a project with its progress; null when there never was one. */
export async function findMapJob(
  store: LayoutDeps['store'],
  projectId: string,
  board: MapProgressBoard,
): Promise<MapJob | null> {
  const job = await findLatestMapJob(store, projectId)
  return job && { ...job, state: job.state as MapJob['state'], progress: board.get(projectId) ?? null }
}

function teller(projectId: string, board: MapProgressBoard): (progress: LayoutProgress) => void {
  let phase: LayoutProgress['phase'] | null = null
  let startedAt = 0
  return ({ kind: _kind, ...progress }) => {
    const now = performance.now()
    if (progress.phase !== phase) [phase, startedAt] = [progress.phase, now]
    const rate = (now - startedAt) / Math.max(1, progress.done)
    const remainingMs = progress.done < 2 ? null : rate * (progress.total - progress.done)
    board.set(projectId, { ...progress, remainingMs })
  }
}
