import { existsSync } from 'node:fs'
import { listRepositories } from '../db/agents/workspaces.ts'
import { listLiveEntries, listServed, vanillaRates } from '../db/findings/detect-feed.ts'
import { storeScan } from '../db/findings/findings.ts'
import { enqueueItem, findJobOrder, isItemWaiting } from '../db/jobs/order-jobs.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import { findProjectName } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { type Detection, detect } from '../detect/detect.ts'
import { compareByWords } from '../detect/word-vectors.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { findStale } from '../notes/stale.ts'
import type { BesideEntries } from './threads/tasks.ts'

/** Runs the detectors; in a thread of its own where others wait for this process. */
export type Detect = (memory: Unread) => Promise<Detection[]>
/** A project's memory as detectors see it, but for the vectors. */
export type Unread = BesideEntries & { entries: readonly MemoryEntry[] }

/** Looks through a project with every detector and stores what it found. The item's target is the project. */
export async function detectProject(
  item: { itemId: string; target: string },
  { store, detect = detectHere }: { store: Store; detect?: Detect },
): Promise<void> {
  const projectId = item.target
  const { revision } = await getStoreClock(store)
  const detections = await detect(await memoryOf(store, projectId))
  await store.record(async (tx) => {
    if ((await findProjectName(tx, projectId)) !== null) {
      const faults = detections.flatMap(({ detector, faults: found }) =>
        found.map((fault) => ({ detector, ...fault })),
      )
      const reasons = (kind: 'unknownBecause' | 'stoppedBecause') =>
        Object.fromEntries(
          detections.flatMap((one) => (one[kind] === null ? [] : [[one.detector, one[kind]]])),
        )
      const [unknown, stopped] = [reasons('unknownBecause'), reasons('stoppedBecause')]
      await storeScan(store, tx, projectId, faults, {
        at: store.now().toISOString(),
        revision,
        unknown,
        stopped,
      })
    }
    await finishItem(store, tx, item.itemId, {
      findings: detections.reduce((sum, { faults }) => sum + faults.length, 0),
    })
  })
}

/** Orders a look through a project, unless one waits already. */
export async function orderDetection(store: Store, projectId: string): Promise<void> {
  await store.record(async (tx) => {
    if (await isItemWaiting(tx, 'detect', projectId)) return
    const name = await findProjectName(tx, projectId)
    if (name === null) return
    const label = `Look for trouble in ${name}`
    const item = { kind: 'detect', jobLabel: label, projectId, batchKey: null, label, target: projectId }
    await enqueueItem(store, tx, item)
  })
}

/** After new entries came in, their project is looked through. */
export async function followExtraction(store: Store, job: { id: string; kind: string }): Promise<void> {
  if (!['extract', 'distil', 'bring'].includes(job.kind)) return
  const order = await findJobOrder(store, job.id)
  if (order?.projectId) await orderDetection(store, order.projectId)
}

/** Runs the detectors in this thread. */
const detectHere: Detect = async (memory) =>
  await detect({ ...memory, ...(await compareByWords(memory.entries)) })

export async function memoryOf(store: Store, projectId: string): Promise<Unread> {
  const entries = await listLiveEntries(store, projectId)
  const [root] = await listRepositories(store, projectId)
  return {
    entries,
    retrievals: await listServed(store, projectId),
    vanilla: await vanillaRates(store, projectId),
    gone: root !== undefined && existsSync(root) ? await findStale(entries, root) : null,
  }
}
