import { expect, it } from 'vitest'
import { makeProject } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { enqueueJob } from '../jobs/order-jobs.ts'
import {
  beginStudy,
  countRows,
  createStudy,
  getStudy,
  keepReport,
  keepValues,
  listRows,
  listStudies,
  pagesOfRows,
} from './studies.ts'

it('a study keeps its units in their order, what was measured of each, and forgets that of another memory', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const units = Array.from({ length: 1_003 }, (_, i) => ({ id: `q${i}`, text: `question ${i}` }))
  const memory = { storeRevision: 3, embedder: 'e' }
  const head = { projectId, design: 'retrieval', name: 'night', by: 'Mara', ...memory }
  const id = await store.record((tx) =>
    createStudy(store, tx, { ...head, plan: { seed: 1 }, rows: units.map((unit) => ({ unit })) }),
  )
  expect(await countRows(store, id)).toBe(1_003)
  const idsOf = (rows: { unit: unknown }[]) => rows.map(({ unit }) => (unit as { id: string }).id)
  expect(idsOf(await listRows(store, id, { from: 499, upto: 501 }))).toEqual(['q499', 'q500'])
  const found = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ m: from + i }))
  await store.record((tx) => keepValues(tx, id, 499, found(499, 3)))
  const measured = async () => {
    const rows: unknown[] = []
    for await (const page of pagesOfRows(store, id))
      for (const { unit, value } of page) rows.push([(unit as { id: string }).id, value])
    return rows
  }
  expect(await measured()).toEqual([
    ['q499', { m: 499 }],
    ['q500', { m: 500 }],
    ['q501', { m: 501 }],
  ])
  expect((await listRows(store, id, { from: 501, upto: 503 })).map(({ value }) => value)).toEqual([
    { m: 501 },
    null,
  ])
  await store.record((tx) => beginStudy(tx, id, { storeRevision: 4, embedder: 'f' }))
  expect(await measured()).toEqual([])
  await store.record((tx) => keepReport(tx, id, { n: 1 }))
  expect(await getStudy(store, id)).toMatchObject({
    ...{ storeRevision: 4, embedder: 'f', report: { n: 1 }, plan: { seed: 1 } },
  })
  expect(await countRows(store, 'sy_none')).toBe(0)
  await expect(getStudy(store, 'sy_none')).rejects.toMatchObject({ code: 'no-such-study', status: 404 })
})

it('units may be numbers and texts, and come back as they were', async () => {
  const store = await openTestStore()
  const head = { projectId: null, design: 'd', name: 'n', by: 'b', storeRevision: null, embedder: null }
  const units = [0, 7, 'a "quoted" one', { deep: [1] }]
  const id = await store.record((tx) =>
    createStudy(store, tx, { ...head, plan: null, rows: units.map((unit) => ({ unit })) }),
  )
  expect((await listRows(store, id, { from: 0, upto: 9 })).map(({ unit }) => unit)).toEqual(units)
})

it('are listed newest first, of one design where it is named, with how their work stands', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const make = async (design: string) => {
    const head = { projectId, design, name: design, by: 'b', storeRevision: 1, embedder: 'e' }
    return await store.record((tx) => createStudy(store, tx, { ...head, plan: {}, rows: [] }))
  }
  const [first, second] = [await make('retrieval'), await make('stream')]
  const job = { kind: 'study-threaded', label: 'l', request: null, items: [], batchKey: second }
  await store.record((tx) => enqueueJob(store, tx, job))
  const listed = async (design?: string) =>
    (await listStudies(store, { projectId, ...(design ? { design } : {}) }, 5)).map(({ id, state }) => [
      id,
      state,
    ])
  expect(await listed()).toEqual([
    [second, 'waiting'],
    [first, null],
  ])
  expect(await listed('retrieval')).toEqual([[first, null]])
  expect(await listStudies(store, { projectId: 'p_none' }, 5)).toEqual([])
})
