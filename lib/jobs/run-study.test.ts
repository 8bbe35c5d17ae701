import { describe, expect, it } from 'vitest'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { cancelJob, enqueueItem, enqueueJob, retryJob } from '../db/jobs/order-jobs.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { BatchReport } from '../memory/studies/retrieval.ts'
import { studyDepsOf } from '../studies/fixtures/study-deps.ts'
import { createStudyWork, findStudyProgress, orderStudy } from '../studies/run-study.ts'
import { findStudy, studyFile } from '../studies/study-views.ts'
import { createWorker, type Handler } from './worker.ts'

const THINGS = ['cursor', 'lock', 'zone', 'cache', 'slice', 'header', 'queue']

async function openBatches() {
  const store = await openTestStore()
  for (const [n, thing] of THINGS.entries()) await say(store, `test the ${thing} page`, n)
  const deps = studyDepsOf(store)
  const get = async (id: string) => {
    const study = await findStudy(deps, id, new Map())
    return { ...study, report: study.report as BatchReport | null }
  }
  return { store, deps, get, progress: (id: string) => findStudyProgress(deps, id, new Map()) }
}

async function say(store: Store, objective: string, n: number) {
  const description = { objective, keywords: [] }
  const category = CATEGORIES[n % 2] ?? 'EDIT'
  return await storeEntry(store, { description, category, instanceId: `shop-${n}`, repo: `r/${n % 3}` })
}

/** More than two pieces of labelled questions, some of them without a category. */
const asked = ({ queries = QUERIES, ...change }: Record<string, unknown> = {}) => ({
  project: 'shop',
  name: 'all',
  questions: (queries as object[]).map((one) => JSON.stringify(one)).join('\n'),
  strategies: STRATEGIES,
  tune: true,
  resamples: 200,
  ...change,
})
const STRATEGIES = ['subtask', 'hybrid', 'random', 'tfidf', 'soft']
const QUERIES = Array.from({ length: 130 }, (_, n) => ({
  id: `q-${n}`,
  text: `${THINGS[n % 7]} number ${n} of the ${THINGS[(n * 3) % 7]}`,
  ...(n % 4 === 0 ? {} : { category: CATEGORIES[n % 2] }),
  relevant: n % 5 === 0 ? [] : [`shop-${n % 7}`],
}))

/** Works until nothing is left, as a process of its own. */
async function work(store: Store, handle: Handler, others: Record<string, Handler> = {}): Promise<void> {
  const worker = createWorker(store, { study: handle, ...others }, 'boot', () => undefined)
  await worker.start()
  while ((await tables(store).job.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0)
    await new Promise((later) => setTimeout(later, 5))
  await worker.stop()
}

/** A process that is killed in the middle of its item number `at`, before anything of it is stored. */
async function workUntilKilled(store: Store, handle: Handler, at: number): Promise<void> {
  let count = 0
  await new Promise<void>((killed) => {
    const worker = createWorker(
      store,
      {
        study: async (item) => {
          if (++count < at) return await handle(item)
          killed()
          return await new Promise(() => {})
        },
      },
      'killed',
      () => undefined,
    )
    void worker.start()
  })
}

async function rowsOf(store: Store, studyId: string) {
  return await tables(store).studyRow.findMany({
    where: { studyId },
    orderBy: { position: 'asc' },
    select: { unit: true, value: true },
  })
}

describe('a study of retrieval', () => {
  it('gives the same figures as in one go, wherever it was killed', async () => {
    const { store, deps, get } = await openBatches()
    const whole = await orderStudy('retrieval', asked(), deps)
    await work(store, createStudyWork(deps, new Map()))
    const { report, storeRevision } = await get(whole.id)
    expect(report).toMatchObject({ queryCount: 130, isHalf: true, strategies: STRATEGIES })
    expect(report?.tuned.map(({ strategy }) => strategy)).toEqual(['hybrid', 'soft'])
    expect(report?.paired).toHaveLength(30)
    for (const kills of [[2], [5, 3], [8], [11]]) {
      const { id } = await orderStudy('retrieval', asked(), deps)
      for (const at of kills) await workUntilKilled(store, createStudyWork(deps, new Map()), at)
      expect((await get(id)).report).toBeNull()
      await work(store, createStudyWork(deps, new Map()))
      const again = await get(id)
      expect(again.report).toEqual(report)
      expect(again.storeRevision).toBe(storeRevision)
      expect(await rowsOf(store, id)).toEqual(await rowsOf(store, whole.id))
    }
  }, 90_000)

  it('does not do again what was stored before the kill', async () => {
    const { store, deps, progress } = await openBatches()
    const { id } = await orderStudy('retrieval', asked({ tune: false }), deps)
    await workUntilKilled(store, createStudyWork(deps, new Map()), 3)
    expect(await progress(id)).toMatchObject({ doneCount: 100, totalCount: 130 })
    let count = 0
    const handle = createStudyWork(deps, new Map())
    await work(store, async (item) => {
      count++
      await handle(item)
    })
    expect(count).toBe(3) // the last questions, the intervals, the report
    expect(await progress(id)).toMatchObject({ state: 'done', doneCount: 130, share: 1 })
  })

  it('asks one memory to its end, whatever is written meanwhile', async () => {
    const { store, deps, get } = await openBatches()
    const before = await orderStudy('retrieval', asked(), deps)
    await work(store, createStudyWork(deps, new Map()))
    const { id } = await orderStudy('retrieval', asked(), deps)
    const handle = createStudyWork(deps, new Map())
    let count = 0
    await work(store, async (item) => {
      await handle(item)
      if (++count === 3) await say(store, 'cursor number of the lock', 1)
    })
    const [old, now] = [await get(before.id), await get(id)]
    expect(now.report).toEqual(old.report)
    expect(now.storeRevision).toBe(old.storeRevision)
  })

  it('begins anew after a restart when the memory changed meanwhile, and mixes nothing', async () => {
    const { store, deps, get } = await openBatches()
    const { id } = await orderStudy('retrieval', asked(), deps)
    await workUntilKilled(store, createStudyWork(deps, new Map()), 9)
    await say(store, 'cursor number of the lock', 1)
    await work(store, createStudyWork(deps, new Map()))
    const fresh = await orderStudy('retrieval', asked(), deps)
    await work(store, createStudyWork(deps, new Map()))
    const [again, anew] = [await get(id), await get(fresh.id)]
    expect(again.report).toEqual(anew.report)
    expect(again.storeRevision).toBe(anew.storeRevision)
    expect(await rowsOf(store, id)).toEqual(await rowsOf(store, fresh.id))
  })

  it('stops when it is cancelled, keeps what it has, and goes on', async () => {
    const { store, deps, get, progress } = await openBatches()
    const whole = await orderStudy('retrieval', asked(), deps)
    await work(store, createStudyWork(deps, new Map()))
    const { id } = await orderStudy('retrieval', asked(), deps)
    const { jobId } = (await progress(id)) ?? { jobId: '' }
    const handle = createStudyWork(deps, new Map())
    let count = 0
    await work(store, async (item) => {
      await handle(item)
      if (++count === 8) await cancelJob(store, jobId)
    })
    expect(await progress(id)).toMatchObject({ state: 'cancelled', doneCount: 100 })
    await expect(studyFile(deps, id, 'csv')).rejects.toMatchObject({ code: 'study-not-done', status: 409 })
    await retryJob(store, jobId)
    await work(store, handle)
    expect((await get(id)).report).toEqual((await get(whole.id)).report)
  })

  it('names the question that cannot be asked, and gives no figures of a part', async () => {
    const { store, deps, get, progress } = await openBatches()
    const queries = [
      { id: 'good', text: 'the cursor', category: 'ANALYZE' },
      { id: 'bad', text: '!!!', category: 'ANALYZE' },
    ]
    const { id } = await orderStudy('retrieval', asked({ queries, tune: false }), deps)
    await work(store, createStudyWork(deps, new Map()))
    const stopped = await progress(id)
    expect(stopped).toMatchObject({ state: 'failed', doneCount: 0 })
    expect(stopped?.reason).toMatch(/^Question bad: The text has no word to search by\./)
    expect((await get(id)).report).toBeNull()
  })

  it('is refused before anything is stored when it cannot be run', async () => {
    const { store, deps } = await openBatches()
    const refused = async (change: Record<string, unknown>) =>
      await orderStudy('retrieval', asked(change), deps).then(
        () => 'taken',
        (error) => error.code,
      )
    expect(await refused({ primary: ['global', 'subtask'] })).toBe('bad-primary')
    expect(await refused({ strategies: ['nothing-such'] })).toBe('unknown-strategy')
    expect(await refused({ questions: ' \n ' })).toBe('no-queries')
    await expect(orderStudy('nothing-such', asked(), deps)).rejects.toMatchObject({ code: 'unknown-design' })
    expect(await refused({ strategies: ['constrained'] })).toBe('needs-model')
    expect(await refused({ queries: [{ id: 'a', text: 'x', relevant: ['b'] }] })).toBe('too-few-labels')
    expect(await refused({ tune: false, queries: [{ id: 'a', text: 'x', before: 'never' }] })).toBe(
      'unknown-moment',
    )
    expect(await tables(store).study.count()).toBe(0)
    expect(await tables(store).job.count()).toBe(0)
  })

  it('gives way between two pieces to what makes entries, and goes before a re-embedding', async () => {
    const { store, deps, progress } = await openBatches()
    const done: string[] = []
    const note = (kind: string) => async (item: { itemId: string }) => {
      done.push(kind)
      await store.record((tx) => finishItem(store, tx, item.itemId, null))
    }
    await store.record((tx) =>
      enqueueJob(store, tx, {
        kind: 're-embed',
        label: 'r',
        request: null,
        items: [{ label: 'r', target: '' }],
      }),
    )
    const { id } = await orderStudy('retrieval', asked({ tune: false }), deps)
    const handle = createStudyWork(deps, new Map())
    const extract = {
      kind: 'extract',
      jobLabel: 'Import',
      projectId: null,
      batchKey: null,
      label: 'x',
      target: 'x',
    }
    await work(
      store,
      async (item) => {
        await handle(item)
        if (done.push('study') !== 1) return
        await store.record((tx) => enqueueItem(store, tx, extract))
        expect(await progress(id)).toMatchObject({ waitsFor: 'Import' })
      },
      { extract: note('extract'), 're-embed': note('re-embed') },
    )
    expect(done).toEqual(['study', 'extract', 'study', 'study', 'study', 'study', 're-embed'])
  })
})

it('compares by model the questions that one has read, says how many it has not, and leaves those out where asked to', async () => {
  const { store, deps, get } = await openBatches()
  const readings = async ({ text }: { text: string }) =>
    text.startsWith('cursor')
      ? { plan: null, probabilities: { ANALYZE: 0, REPRODUCE: 0, EDIT: 1, VERIFY: 0 } }
      : null
  const order = (change: Record<string, unknown>) =>
    orderStudy('retrieval', asked({ strategies: ['subtask', 'subtask-by-model'], tune: false, ...change }), {
      ...deps,
      readings,
    })
  const count = QUERIES.filter(({ text }) => text.startsWith('cursor')).length
  await expect(order({})).rejects.toMatchObject({
    code: 'not-read',
    message: `No model has read ${130 - count} of 130 questions.`,
  })
  const { id } = await order({ onlyRead: true })
  await work(store, createStudyWork({ ...deps, readings }, new Map()))
  expect((await get(id)).report?.queryCount).toBe(count)
  await expect(orderStudy('retrieval', asked({ onlyRead: true }), deps)).rejects.toMatchObject({
    code: 'not-read',
  })
})

it('compares by choice the questions for which a model has chosen', async () => {
  const { store, deps, get } = await openBatches()
  const choices = async ({ text }: { text: string }) => (text.startsWith('cursor') ? 0 : undefined)
  const order = (change: Record<string, unknown>) =>
    orderStudy('retrieval', asked({ strategies: ['subtask', 'subtask-chosen'], tune: false, ...change }), {
      ...deps,
      choices,
    })
  const count = QUERIES.filter(({ text }) => text.startsWith('cursor')).length
  await expect(order({})).rejects.toMatchObject({
    code: 'not-read',
    message: `No model has read ${130 - count} of 130 questions.`,
  })
  const { id } = await order({ onlyRead: true })
  await work(store, createStudyWork({ ...deps, choices }, new Map()))
  expect((await get(id)).report).toMatchObject({ queryCount: count })
})
