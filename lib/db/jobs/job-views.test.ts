import { expect, it } from 'vitest'
import { makeProject, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import {
  countActiveJobs,
  findJob,
  findJobByKey,
  findNewestJob,
  listItemResults,
  listJobs,
  recentRate,
  sumOfResults,
} from './job-views.ts'
import { cancelJob, enqueueJob, findJobOrder, findOpenJob, goOnWithJob, isItemWaiting } from './order-jobs.ts'
import { holdItem, pauseJob } from './pauses.ts'
import { claimItem, closeJob, failItem, finishItem } from './work-queue.ts'

type Order = Partial<Parameters<typeof enqueueJob>[2]>

async function desk() {
  const store = await openTestStore()
  const order = async (count: number, change: Order = {}) => {
    const items = Array.from({ length: count }, (_, i) => ({ label: `item ${i}`, target: `t ${i}` }))
    const job = { kind: 'extract', label: 'Extract', request: null, items, ...change }
    return (await store.record((tx) => enqueueJob(store, tx, job))).jobId
  }
  const done = async (result: unknown = {}) => {
    const item = await claimItem(store, 'me')
    await store.record((tx) => finishItem(store, tx, item?.itemId ?? '', result))
    return item?.itemId ?? ''
  }
  const fail = async () => failItem(store, (await claimItem(store, 'me'))?.itemId ?? '', 'broken', false)
  return { store, order, done, fail }
}

it('a job tells how far it is, at what rate, and how long it will take at that', async () => {
  const { store, order, done, fail } = await desk()
  const jobId = await order(10)
  expect(await findJob(store, jobId)).toMatchObject({
    ...{
      state: 'waiting',
      doneCount: 0,
      totalCount: 10,
      ratePerSecond: null,
      remainingMs: null,
      startedAt: null,
    },
  })
  for (const _ of [1, 2, 3]) await done()
  await fail()
  const view = await findJob(store, jobId)
  expect(view).toMatchObject({ state: 'running', doneCount: 3, failedCount: 1, totalCount: 10 })
  const rate = view?.ratePerSecond ?? 0
  expect(rate).toBeGreaterThan(0)
  expect(view?.remainingMs).toBeCloseTo((6 / rate) * 1000, 6)
  await cancelJob(store, jobId)
  expect(await findJob(store, jobId)).toMatchObject({ state: 'cancelled', remainingMs: null })
  expect(await findJob(store, 'j_gone')).toBeNull()
})

it('a list that is cut shows what failed first', async () => {
  const { store, order, done, fail } = await desk()
  const jobId = await order(30)
  for (let i = 0; i < 25; i++) await done()
  for (let i = 0; i < 3; i++) await fail()
  const [job] = await listJobs(store, 5)
  expect([job?.id, job?.items.length, job?.totalCount]).toEqual([jobId, 20, 30])
  expect(job?.items.slice(0, 4).map(({ label, state }) => [label, state])).toEqual([
    ...[
      ['item 25', 'failed'],
      ['item 26', 'failed'],
      ['item 27', 'failed'],
      ['item 0', 'done'],
    ],
  ])
  for (let i = 0; i < 21; i++) await order(1)
  expect((await listJobs(store, 5)).length).toBe(5)
})

it('an item leads to its run, and an ended import to what it brought in while any of that is live', async () => {
  const { store, order, done } = await desk()
  const { projectId, episodeId, stageIds } = await storeRun(store, { stages: [{}] })
  const jobId = await order(1, { items: [{ label: 'run', target: episodeId }], projectId })
  await storeEntry(store, { projectId, episodeId, subtaskId: stageIds[0] ?? null, lifecycle: 'retired' })
  expect(await findJob(store, jobId)).toMatchObject({
    hasEntries: false,
    items: [{ href: `/episodes/${episodeId}` }],
  })
  await done()
  await closeJob(store, jobId)
  expect((await findJob(store, jobId))?.hasEntries).toBe(false)
  await storeEntry(store, { projectId, episodeId })
  expect((await findJob(store, jobId))?.hasEntries).toBe(true)
  const other = await order(1)
  expect((await findJob(store, other))?.items[0]?.href).toBeNull()
})

it('the rate of the last twenty does not know what pauses came before, and is unknown below two', async () => {
  const { store, order } = await desk()
  const jobId = await order(30)
  const rows = await tables(store).jobItem.findMany({ where: { jobId }, orderBy: { position: 'asc' } })
  const end = (place: number, atSeconds: number) =>
    store.record((tx) =>
      tables(tx).jobItem.update({
        where: { id: rows[place]?.id ?? '' },
        data: { state: 'done', finishedAt: new Date(atSeconds * 1000) },
      }),
    )
  expect(await recentRate(store, jobId)).toBeNull()
  await end(0, 10)
  expect(await recentRate(store, jobId)).toBeNull()
  await end(1, 14)
  expect(await recentRate(store, jobId)).toBe(0.25)
  for (let i = 2; i < 22; i++) await end(i, 10_000 + i / 2)
  expect(await recentRate(store, jobId)).toBe(2)
})

it('results of done items come in their order, and are summed under a name', async () => {
  const { store, order, done, fail } = await desk()
  const jobId = await order(4)
  const itemId = await done({ masked: 2 })
  await fail()
  await done({ masked: 3, held: 1 })
  const results = [
    { target: 't 0', result: { masked: 2 } },
    { target: 't 2', result: { masked: 3, held: 1 } },
  ]
  expect(await listItemResults(store, itemId)).toEqual(results)
  const names = ['masked', 'held', 'none']
  expect(await Promise.all(names.map((name) => sumOfResults(store, jobId, name)))).toEqual([5, 1, 0])
})

it('finds the newest job of a kind, of a project, not of a name; and the one of a name', async () => {
  const { store, order } = await desk()
  const projectId = await makeProject(store)
  const [plain, named] = [
    await order(1, { request: { n: 1 } }),
    await order(1, { batchKey: 'k', projectId, request: { n: 2 } }),
  ]
  const newest = async (more?: Parameters<typeof findNewestJob>[2]) => {
    const found = await findNewestJob(store, 'extract', more)
    return found && [found.job.id, found.request]
  }
  expect(await newest()).toEqual([named, { n: 2 }])
  expect(await newest({ but: 'k' })).toEqual([plain, { n: 1 }])
  expect(await newest({ projectId })).toEqual([named, { n: 2 }])
  expect([await newest({ projectId, but: 'k' }), await findNewestJob(store, 'none')]).toEqual([null, null])
  expect([
    (await findJobByKey(store, ['extract'], 'k'))?.id,
    await findJobByKey(store, ['none'], 'k'),
  ]).toEqual([named, null])
})

it('active jobs wait or run; those that nobody waits for count only where they are asked for', async () => {
  const { store, order } = await desk()
  for (const kind of ['extract', 'detect', 'umap', 'rescan', 'distil']) await order(1, { kind })
  const since = store.now()
  await cancelJob(store, await order(1))
  await pauseJob(store, await order(1), 'p')
  await order(1)
  expect([await countActiveJobs(store), await countActiveJobs(store, { patient: false })]).toEqual([6, 3])
  expect(await countActiveJobs(store, { since })).toBe(1)
})

const ask = <T>(store: Store, read: Parameters<typeof store.record<T>>[0]) => store.record(read)

it('an open job is on its way, counts what is left, and rests only where resting ones are asked for', async () => {
  const { store, order, done, fail } = await desk()
  const projectId = await makeProject(store)
  const open = (more: { projectId?: string; resting?: boolean } = {}) =>
    ask(store, (tx) => findOpenJob(tx, { kind: 'extract', ...more }))
  expect(await open()).toBeNull()
  const jobId = await order(3, { projectId })
  await done()
  await fail()
  expect(await open({ projectId })).toEqual({ id: jobId, label: 'Extract', openItemCount: 2 })
  expect(await open({ projectId: 'p_other' })).toBeNull()
  await pauseJob(store, jobId, 'p')
  expect([await open(), (await open({ resting: true }))?.id]).toEqual([null, jobId])
  const waiting = (target: string, kind = 'extract') => ask(store, (tx) => isItemWaiting(tx, kind, target))
  expect([await waiting('t 2'), await waiting('t 0'), await waiting('t 2', 'other')]).toEqual([
    true,
    false,
    false,
  ])
})

it('a job that rests goes on as it is asked for now, and one that has ended does not', async () => {
  const { store, order } = await desk()
  const jobId = await order(1, { kind: 'distil', request: { cap: 1 } })
  const item = await claimItem(store, 'me', 'models')
  await store.record((tx) => holdItem(tx, item?.itemId ?? '', 'hash'))
  await closeJob(store, jobId)
  const goOn = (label: string | null) =>
    ask(store, (tx) => goOnWithJob(tx, jobId, { request: { cap: 2 }, label }))
  await goOn(null)
  expect(await findJob(store, jobId)).toMatchObject({
    state: 'waiting',
    reason: null,
    label: 'Extract',
    items: [{ state: 'waiting' }],
  })
  await goOn('Distil again')
  const order2 = { kind: 'distil', state: 'waiting', projectId: null, request: { cap: 2 } }
  expect(await findJobOrder(store, jobId)).toEqual(order2)
  await cancelJob(store, jobId)
  await goOn('too late')
  expect(await findJob(store, jobId)).toMatchObject({ state: 'cancelled', label: 'Distil again' })
  expect(await findJobOrder(store, 'j_gone')).toBeNull()
})
