import { expect, it } from 'vitest'
import { createRandom } from '../../memory/statistics.ts'
import { makeProject } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { findItemEnd, findJob } from './job-views.ts'
import type { Lane } from './lanes.ts'
import { beginJobAnew, cancelJob, enqueueItem, enqueueJob, retryJob } from './order-jobs.ts'
import { giveBackItem, holdItem, pauseJob, wakeItems } from './pauses.ts'
import { claimItem, closeJob, failItem, finishItem, reclaimJobs, releaseItem } from './work-queue.ts'

async function queue() {
  const store = await openTestStore()
  const order = async (kind: string, count = 1) => {
    const items = Array.from({ length: count }, (_, i) => ({ label: `${kind} ${i}`, target: `${kind} ${i}` }))
    return (await store.record((tx) => enqueueJob(store, tx, { kind, label: kind, request: null, items })))
      .jobId
  }
  const claim = (lane: Lane = 'queue', isLull = true) => claimItem(store, 'me', lane, isLull)
  const done = (item: { itemId: string } | null, result: unknown = {}) =>
    store.record((tx) => finishItem(store, tx, item?.itemId ?? '', result))
  const state = async (jobId: string) => {
    const job = await findJob(store, jobId)
    return [job?.state, (await workOf(store, jobId)).map((item) => item.state).join(' ')]
  }
  return { store, order, claim, done, state }
}

const workOf = (store: Store, jobId: string) =>
  tables(store).jobItem.findMany({
    where: { jobId },
    orderBy: { position: 'asc' },
    select: { state: true, result: true },
  })

/** Does everything in the order in which it is given out, and names it. */
async function drain(
  { claim, done }: Awaited<ReturnType<typeof queue>>,
  lane: Lane = 'queue',
  isLull = true,
) {
  const told: string[] = []
  for (;;) {
    const item = await claim(lane, isLull)
    if (!item) return told
    told.push(item.target)
    await done(item)
  }
}

it('gives out the oldest job first, patient work after all other in its own order, and each lane its own', async () => {
  const shop = await queue()
  for (const kind of ['rescan', 're-embed', 'study', 'detect', 'umap', 'distil', 'extract'])
    await shop.order(kind)
  await shop.order('extract', 2)
  expect(await drain(shop, 'queue', false)).toEqual([
    ...['extract 0', 'extract 0', 'extract 1', 'study 0', 're-embed 0', 'rescan 0'],
  ])
  expect(await drain(shop)).toEqual(['detect 0'])
  expect([await drain(shop, 'threads'), await drain(shop, 'models')]).toEqual([['umap 0'], ['distil 0']])
  expect(await tables(shop.store).job.count({ where: { state: 'done' } })).toBe(8)
})

it('goes on with a begun job before a waiting one, and a job without items is closed as done', async () => {
  const shop = await queue()
  const [first, second] = [await shop.order('extract', 2), await shop.order('extract')]
  const empty = await shop.order('extract', 0)
  const begun = await shop.claim()
  expect(begun).toMatchObject({ jobId: first, target: 'extract 0' })
  await shop.store.record((tx) =>
    tables(tx).job.update({ where: { id: second }, data: { createdAt: new Date(0) } }),
  )
  expect((await shop.claim())?.jobId).toBe(first)
  expect((await shop.claim())?.jobId).toBe(second)
  expect([await shop.claim(), await shop.state(empty)]).toEqual([null, ['done', '']])
})

it('an item that failed is tried three times, then keeps its reason; one that cannot succeed fails at once', async () => {
  const { store, order, claim, state } = await queue()
  const jobId = await order('extract')
  for (const attempt of [1, 2]) {
    await failItem(store, (await claim())?.itemId ?? '', `no ${attempt}`, true)
    expect(await state(jobId)).toEqual(['running', 'waiting'])
  }
  await failItem(store, (await claim())?.itemId ?? '', 'no 3', true)
  await closeJob(store, jobId)
  expect(await findJob(store, jobId)).toMatchObject({
    ...{ state: 'failed', reason: '1 failed', failedCount: 1, items: [{ reason: 'no 3', attempts: 3 }] },
  })
  await retryJob(store, jobId)
  expect(await findJob(store, jobId)).toMatchObject({
    state: 'waiting',
    finishedAt: null,
    items: [{ attempts: 0 }],
  })
  await failItem(store, (await claim())?.itemId ?? '', 'broken', false)
  expect(await state(jobId)).toEqual(['running', 'failed'])
  await failItem(store, 'ji_gone', 'with its project', true)
})

it('a cancelled job gives nothing out, keeps what is done, and goes on with the rest when it is retried', async () => {
  const { store, order, claim, done, state } = await queue()
  const jobId = await order('extract', 3)
  await done(await claim())
  const atWork = await claim()
  await cancelJob(store, jobId)
  expect(await state(jobId)).toEqual(['cancelled', 'done running cancelled'])
  expect(await claim()).toBeNull()
  await failItem(store, atWork?.itemId ?? '', 'stopped', true)
  expect(await state(jobId)).toEqual(['cancelled', 'done failed cancelled'])
  await retryJob(store, jobId)
  expect(await state(jobId)).toEqual(['waiting', 'done waiting waiting'])
  for (const act of [cancelJob, retryJob])
    await expect(act(store, 'j_gone')).rejects.toMatchObject({ code: 'no-such-job', status: 404 })
})

it('a paused job ends what is at work, begins nothing, and goes on when it is asked to', async () => {
  const { store, order, claim, done, state } = await queue()
  const jobId = await order('extract', 2)
  const first = await claim()
  await pauseJob(store, jobId, 'by Mara')
  expect(await claim()).toBeNull()
  await done(first)
  expect(await closeJob(store, jobId)).toBe(false)
  expect(await state(jobId)).toEqual(['paused', 'done waiting'])
  await retryJob(store, jobId)
  const second = await claim()
  await giveBackItem(store, { itemId: second?.itemId ?? '', jobId }, 'the disk is full')
  expect(await findJob(store, jobId)).toMatchObject({ state: 'paused', reason: 'the disk is full' })
  expect((await findJob(store, jobId))?.items[1]).toMatchObject({ state: 'waiting', attempts: 0 })
})

it('what waits for an answer is open, holds its job when nothing else is left, and goes on with the answer', async () => {
  const { store, order, claim, done, state } = await queue()
  const jobId = await order('distil', 2)
  const [held, other] = [await claim('models'), await claim('models')]
  await store.record((tx) => holdItem(tx, held?.itemId ?? '', 'hash'))
  expect(await findItemEnd(store, held?.itemId ?? '')).toBeNull()
  await done(other)
  expect(await claim('models')).toBeNull()
  expect(await findJob(store, jobId)).toMatchObject({ state: 'held', reason: '1 waits for an answer' })
  expect(await store.record((tx) => wakeItems(tx, 'another'))).toBe(0)
  expect(await store.record((tx) => wakeItems(tx, 'hash'))).toBe(1)
  expect(await state(jobId)).toEqual(['waiting', 'waiting done'])
  const again = await claim('models')
  expect(again?.itemId).toBe(held?.itemId)
  await done(again)
  expect(await findItemEnd(store, held?.itemId ?? '')).toEqual({ state: 'done', reason: null })
  expect(await findItemEnd(store, 'ji_gone')).toEqual({ state: 'removed', reason: null })
})

it('a start makes every claim void: what was begun waits, what ended five processes is given up, what was cancelled stays so', async () => {
  const { store, order, claim, state } = await queue()
  const [begun, guilty, cancelled, model] = [
    await order('extract'),
    await order('extract'),
    await order('extract'),
    await order('distil'),
  ]
  for (const _ of [1, 2, 3]) await claim()
  await claim('models')
  await cancelJob(store, cancelled)
  await store.record((tx) =>
    tables(tx).jobItem.updateMany({ where: { jobId: { in: [guilty, model] } }, data: { attempts: 5 } }),
  )
  await reclaimJobs(store, 'queue')
  expect(await state(model)).toEqual(['running', 'running'])
  await reclaimJobs(store, 'models')
  expect(await Promise.all([begun, guilty, cancelled, model].map(state))).toEqual([
    ['waiting', 'waiting'],
    ['waiting', 'failed'],
    ['cancelled', 'cancelled'],
    ['waiting', 'waiting'],
  ])
  const item = await claim()
  await releaseItem(store, item?.itemId ?? '')
  expect((await findJob(store, begun))?.items).toMatchObject([{ state: 'waiting', attempts: 1 }])
})

it('items with one key gather in one job of their project and kind, also after its end, and never in a cancelled one', async () => {
  const { store, claim, done, state } = await queue()
  const projectId = await makeProject(store)
  const add = async (change: Partial<Parameters<typeof enqueueItem>[2]> = {}) => {
    const item = { kind: 'extract', jobLabel: 'Extract', projectId, batchKey: 'k', label: 'l', target: 't' }
    return (await store.record((tx) => enqueueItem(store, tx, { ...item, ...change }))).jobId
  }
  const jobId = await add()
  expect([
    await add(),
    await add({ batchKey: null }),
    await add({ kind: 'other' }),
    await add({ projectId: null }),
  ]).toEqual([
    ...[
      jobId,
      expect.not.stringMatching(jobId),
      expect.not.stringMatching(jobId),
      expect.not.stringMatching(jobId),
    ],
  ])
  await done(await claim())
  await done(await claim())
  await closeJob(store, jobId)
  expect(await state(jobId)).toEqual(['done', 'done done'])
  expect(await add()).toBe(jobId)
  expect([await state(jobId), (await findJob(store, jobId))?.finishedAt]).toEqual([
    ['running', 'done done waiting'],
    null,
  ])
  await cancelJob(store, jobId)
  expect(await add()).not.toBe(jobId)
})

it('a job that begins anew forgets what its items left behind', async () => {
  const { store, order, claim, done } = await queue()
  const jobId = await order('re-embed', 2)
  const item = await claim()
  await done(item, { made: 3 })
  await store.record((tx) => beginJobAnew(tx, item?.itemId ?? ''))
  expect(await workOf(store, jobId)).toEqual([
    { state: 'waiting', result: null },
    { state: 'waiting', result: null },
  ])
})

it('whatever fails, stops and starts, everything is done once and nothing stays open', async () => {
  const { store, order, claim, done, state } = await queue()
  const random = createRandom(23)
  const ids = [await order('extract', 9), await order('study', 5), await order('extract', 4)]
  const finished: string[] = []
  for (let turn = 0; turn < 400; turn++) {
    if (random() < 0.05) await reclaimJobs(store, 'queue')
    const item = await claim()
    if (!item && (await openCount(store)) === 0) break
    if (!item) continue
    const chance = random()
    if (chance < 0.15) await failItem(store, item.itemId, 'no', true)
    else if (chance < 0.25) await releaseItem(store, item.itemId)
    else if (chance < 0.9) {
      await done(item)
      finished.push(item.itemId)
    } // else the process died over it
    for (const id of ids) if (random() < 0.02) await retryJob(store, id)
  }
  await reclaimJobs(store, 'queue')
  for (const id of ids) await closeJob(store, id)
  expect([await openCount(store), new Set(finished).size]).toEqual([0, finished.length])
  const states = await Promise.all(ids.map(state))
  for (const [job, items] of states) expect(job).toBe(items?.includes('failed') ? 'failed' : 'done')
})

const openCount = (store: Store) =>
  tables(store).jobItem.count({ where: { state: { in: ['waiting', 'running'] } } })
