import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestStore } from '../db/fixtures/test-store.ts'
import { countActiveJobs, findJob } from '../db/jobs/job-views.ts'
import { LANES } from '../db/jobs/lanes.ts'
import { cancelJob, retryJob } from '../db/jobs/order-jobs.ts'
import { claimItem, finishItem, reclaimJobs } from '../db/jobs/work-queue.ts'
import { removeProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { findLatestMapJob } from '../db/vectors/projections.ts'
import { UserError } from '../memory/errors.ts'
import { awaitExtraction } from './await-extraction.ts'
import { importFile, importFiles } from './import-file.ts'
import { orderMap } from './project-map.ts'
import { createWorker, type Handler } from './worker.ts'

/** Brings a run into a project, which leaves one item of work waiting. */
async function importRun(store: Store, project: string) {
  const fileName = 'mini-swe-agent-1.traj.json'
  const bytes = readFileSync(join(process.cwd(), 'lib/ingest/fixtures', fileName))
  const [result] = await importFile(
    { bytes, fileName, project, results: null, batchKey: null, by: 'Mara' },
    store,
  )
  if (!result?.itemId || !result.jobId) throw new Error('not imported')
  return { result, itemId: result.itemId, jobId: result.jobId }
}

async function startWorker(store: Store, extract: Handler) {
  const worker = createWorker(store, { extract }, 'boot', () => undefined)
  await worker.start()
  return worker
}

async function untilNothingRuns(store: Store): Promise<void> {
  while ((await tables(store).jobItem.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0)
    await new Promise((later) => setTimeout(later, 5))
}

it('goes on with the next item when the project of the one at hand is removed', async () => {
  const store = await openTestStore()
  await importRun(store, 'gone')
  const { jobId } = await importRun(store, 'kept')
  const worker = await startWorker(store, async () => {
    await removeProject(store, 'gone')
    throw new Error('there is nothing to work on')
  })
  await untilNothingRuns(store)
  await worker.stop()
  expect(await findJob(store, jobId)).toMatchObject({ state: 'failed', failedCount: 1 })
})

it('tells who waits for an item that its project was removed', async () => {
  const nobody = { endCount: () => 0, endAfter: async () => {} }
  const store = await openTestStore()
  const { result, itemId } = await importRun(store, 'gone')
  await removeProject(store, 'gone')
  expect((await awaitExtraction(store, nobody, result, itemId)).warnings.join()).toContain('removed')
})

it('leaves nothing open when an item fails after its job was cancelled', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  const worker = await startWorker(store, async () => {
    await cancelJob(store, jobId)
    throw new Error('no luck')
  })
  await untilNothingRuns(store)
  await worker.stop()
  expect((await findJob(store, jobId))?.items).toMatchObject([{ state: 'failed', reason: 'no luck' }])
})

it('does not leave an item running that was begun by a process that died, whatever became of its job', async () => {
  const store = await openTestStore()
  const cancelled = await importRun(store, 'cancelled')
  await claimItem(store, 'killed-boot')
  await cancelJob(store, cancelled.jobId)
  const retried = await importRun(store, 'retried')
  await claimItem(store, 'killed-boot')
  await store.record((tx) =>
    tables(tx).jobItem.create({
      data: { id: 'ji_failed', jobId: retried.jobId, position: 1, label: '', target: '', state: 'failed' },
    }),
  )
  await retryJob(store, retried.jobId)
  const worker = await startWorker(store, () => Promise.reject(new Error('no luck')))
  await untilNothingRuns(store)
  await worker.stop()
  expect((await findJob(store, cancelled.jobId))?.items).toMatchObject([{ state: 'cancelled' }])
  expect(await findJob(store, retried.jobId)).toMatchObject({ failedCount: 2 })
})

it('ends an import while a map is laid out, and both after a process died over them', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  const { projectId } = await tables(store).job.findUniqueOrThrow({ where: { id: jobId } })
  await orderMap(store, projectId ?? '')
  for (const lane of ['queue', 'threads'] as const)
    expect(await claimItem(store, 'killed-boot', lane)).not.toBeNull()
  const layout = Promise.withResolvers<void>()
  const finish = (item: { itemId: string }) => store.record((tx) => finishItem(store, tx, item.itemId, {}))
  const worker = createWorker(
    store,
    { extract: finish, umap: (item) => layout.promise.then(() => finish(item)) },
    'boot',
    () => undefined,
  )
  await worker.start()
  while ((await findJob(store, jobId))?.state !== 'done') await new Promise((later) => setTimeout(later, 5))
  expect(await findLatestMapJob(store, projectId ?? '')).toMatchObject({ state: 'running' })
  expect(await countActiveJobs(store, { patient: false })).toBe(0)
  layout.resolve()
  await untilNothingRuns(store)
  await worker.stop()
  expect(await findLatestMapJob(store, projectId ?? '')).toMatchObject({ state: 'done' })
})

it('works on after the store failed it once', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  const log: string[] = []
  let calls = 0
  const flaky: Store = {
    ...store,
    record: (work) =>
      ++calls === LANES.length + 1
        ? Promise.reject(new Error('database or disk is full'))
        : store.record(work),
  }
  const worker = createWorker(flaky, {}, 'boot', (line) => log.push(line))
  await worker.start()
  while ((await findJob(store, jobId))?.state !== 'failed') {
    worker.wake()
    await new Promise((later) => setTimeout(later, 5))
  }
  await worker.stop()
  expect(log.join()).toContain('disk is full')
})

it('gives up, by name, what five processes ended over, and begins it again when a person retries it', async () => {
  const store = await openTestStore()
  const { jobId, itemId } = await importRun(store, 'shop')
  for (let boot = 0; boot < 5; boot++) {
    await reclaimJobs(store, 'queue')
    expect(await claimItem(store, `boot ${boot}`)).toMatchObject({ itemId })
  }
  await reclaimJobs(store, 'queue')
  expect(await claimItem(store, 'boot 5')).toBeNull()
  const given = await findJob(store, jobId)
  expect(given?.items).toMatchObject([{ state: 'failed', reason: expect.stringContaining('ended 5 times') }])
  await retryJob(store, jobId)
  expect(await claimItem(store, 'boot 6')).toMatchObject({ itemId })
})

/** Runs of one act, and the names of its items in their order. */
async function importRuns(store: Store, count: number) {
  const text = readFileSync(join(process.cwd(), 'lib/ingest/fixtures/mini-swe-agent-1.traj.json'), 'utf8')
  const inputs = Array.from({ length: count }, (_, n) => ({
    ...{ bytes: Buffer.from(text + ' '.repeat(n)), fileName: `${n}.json`, project: 'shop' },
    ...{ results: null, batchKey: 'act', by: 'Mara' },
  }))
  const results = await importFiles(inputs, store)
  return { jobId: results[0]?.jobId ?? '', itemIds: results.map(({ itemId }) => itemId ?? '') }
}

const finishOf =
  (store: Store): Handler =>
  async ({ itemId, keep }) =>
    keep({ note: { by: 'x', verb: 'extract' }, work: (tx) => finishItem(store, tx, itemId, null) })

it('stores what several runs give in one transaction; one that cannot be stored takes no other with it', async () => {
  const store = await openTestStore()
  const { jobId, itemIds } = await importRuns(store, 20)
  const sizes: number[] = []
  const counted: Store = {
    ...store,
    writeFirst: (writes) => {
      sizes.push(writes.length)
      return store.writeFirst(writes.slice(0, 12)) // as where others wait
    },
  }
  const finish = finishOf(store)
  const worker = await startWorker(counted, async (item) => {
    if (item.itemId !== itemIds[17]) return await finish(item)
    item.keep({ note: { by: 'x', verb: 'extract' }, work: () => Promise.reject(new Error('does not fit')) })
  })
  await untilNothingRuns(store)
  await worker.stop()
  expect(await findJob(store, jobId)).toMatchObject({ doneCount: 19, failedCount: 1 })
  // 16 together and what is left of them, then the other four, then each of these by itself, then what failed twice more.
  expect(sizes).toEqual([16, 4, 4, 1, 1, 1, 1, 1, 1])
})

it('what was cut off with others is tried by itself: the one that ends the process five times is given up, no other', async () => {
  const store = await openTestStore()
  const { jobId, itemIds } = await importRuns(store, 3)
  const deadly = itemIds[1]
  for (let boot = 0; boot < 8; boot++) {
    await reclaimJobs(store, 'queue')
    for (;;) {
      const claimed = await claimItem(store, `boot ${boot}`, 'queue', true, 16)
      if (!claimed) break
      if ([claimed, ...claimed.also].some(({ itemId }) => itemId === deadly)) break // the process ends
      await store.record((tx) => finishItem(store, tx, claimed.itemId, null))
    }
  }
  expect((await findJob(store, jobId))?.items.map(({ state }) => state).sort()).toEqual([
    'done',
    'done',
    'failed',
  ])
})

it('what was taken and not begun is put back by a stop, and ends with its job when that is cancelled', async () => {
  for (const isCancelled of [false, true]) {
    const store = await openTestStore()
    const { jobId } = await importRuns(store, 3)
    const begun = Promise.withResolvers<void>()
    const worker = await startWorker(store, ({ signal }) => {
      begun.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
    })
    await begun.promise
    if (isCancelled) {
      await cancelJob(store, jobId)
      worker.cancelled(jobId)
    }
    await (isCancelled ? untilNothingRuns(store) : worker.stop())
    await worker.stop()
    const items = (await findJob(store, jobId))?.items ?? []
    expect(items.map(({ state }) => state).sort()).toEqual(
      isCancelled ? ['cancelled', 'cancelled', 'failed'] : ['waiting', 'waiting', 'waiting'],
    )
    if (!isCancelled) expect(items.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  }
})

it('ends what is at hand when it stops, and does not count the try', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  const begun = Promise.withResolvers<void>()
  const worker = await startWorker(store, ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
  })
  await begun.promise
  await worker.stop()
  expect((await findJob(store, jobId))?.items).toMatchObject([
    { state: 'waiting', attempts: 0, reason: null },
  ])
})

it('ends what is at hand when its job is cancelled', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  const begun = Promise.withResolvers<void>()
  const worker = await startWorker(store, ({ signal }) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
  })
  await begun.promise
  await cancelJob(store, jobId)
  worker.cancelled(jobId)
  await untilNothingRuns(store)
  await worker.stop()
  expect(await findJob(store, jobId)).toMatchObject({ state: 'cancelled' })
})

it('work that met a full disk is done when there is room, and nobody need retry it', async () => {
  const store = await openTestStore()
  const { jobId } = await importRun(store, 'shop')
  let tries = 0
  const worker = await startWorker(store, async ({ itemId }) => {
    if (++tries <= 4)
      throw new UserError('disk-full', 'The disk is full.', { hint: 'Make room.', status: 503 })
    await store.record((tx) => finishItem(store, tx, itemId, null))
  })
  while ((await findJob(store, jobId))?.state !== 'done') {
    worker.wake()
    await new Promise((later) => setTimeout(later, 20))
  }
  await worker.stop()
  expect(tries).toBe(5)
})
