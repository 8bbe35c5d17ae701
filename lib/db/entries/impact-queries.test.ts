import { expect, it } from 'vitest'
import { makeProject, storeRetrieval, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { PURGED } from '../purge/scrub.ts'
import { listAskedQueries, listStandIns } from './impact-queries.ts'

const about = (objective: string) => ({ category: 'EDIT' as const, description: { objective, keywords: [] } })

async function log() {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const ask = (
    objective: string,
    winnerId: string | null,
    more: { strategy?: string; floor?: number } = {},
  ) =>
    storeRetrieval(store, projectId, {
      winnerId,
      request: { text: objective, ...(more.floor === undefined ? {} : { floor: more.floor }) },
      answer: { intent: about(objective), ...(more.strategy ? { strategy: more.strategy } : {}) },
    })
  const asked = async (ids: string[], limit = 10) => {
    const { queries, ...counts } = await listAskedQueries(store, projectId, ids, limit)
    return { texts: queries.map(({ query }) => query.text), ...counts }
  }
  return { store, projectId, ask, asked }
}

it('reads those first that one of the entries won, then all others by time, also those that nothing was injected for', async () => {
  const { ask, asked } = await log()
  await ask('won long ago', 'm_own')
  await ask('won by another', 'm_other')
  await ask('nothing fitted', null)
  await ask('won by another again', 'm_other')
  const order = ['won long ago', 'won by another again', 'nothing fitted', 'won by another']
  expect((await asked(['m_own'])).texts).toEqual(order)
  expect((await asked(['m_own'], 3)).texts).toEqual(order.slice(0, 3))
  expect((await asked([])).texts).toEqual([
    ...['won by another again', 'nothing fitted', 'won by another', 'won long ago'],
  ])
})

it('counts the whole log, asks each question once, and leaves out purged words and ways of ranking that vectors cannot repeat', async () => {
  const { store, ask, asked } = await log()
  await ask('same', 'm_a')
  await ask('same', 'm_b')
  await ask('same', 'm_a', { floor: 0.4 })
  await ask('raw', 'm_a', { strategy: 'raw' })
  await ask('hybrid', 'm_a', { strategy: 'hybrid' })
  await ask(PURGED, 'm_a')
  await storeRetrieval(store, await makeProject(store, 'other'))
  expect(await asked(['m_a'])).toEqual({
    ...{ texts: ['raw', 'same', 'same'], logCount: 6, otherStrategyCount: 1, readCount: 5 },
  })
})

it('tells of each question how it was asked: its floor, its purpose and when', async () => {
  const { store, projectId, ask } = await log()
  const id = await ask('a floor', 'm_a', { floor: 0 })
  const saved = await storeRetrieval(store, projectId, { purpose: 'saved' })
  const { queries } = await listAskedQueries(store, projectId, [], 10)
  expect(queries.map(({ query, floor }) => [query.id, query.source, floor])).toEqual([
    [saved, 'saved', null],
    [id, 'served', 0],
  ])
  expect(queries[1]?.description).toEqual({ objective: 'a floor', keywords: [] })
  expect(queries[1]?.query.at).toMatch(/^2026-01-01T00:0.*Z$/)
})

it('a stage stands in with what was known when it began; one of no category, or whose words were purged, asks nothing', async () => {
  const { store, projectId } = await log()
  const asks = (objective: string) => ({ descriptionAtStart: { objective, keywords: [] } })
  await storeRun(store, {
    stages: [asks('first'), { category: 'OTHER' }, asks(PURGED), asks(''), asks('last')],
  })
  await storeRun(store, { project: 'other', stages: [{}] })
  const { population, queries } = await listStandIns(store, projectId, 10)
  expect(queries.map(({ query }) => [query.text, query.source, query.at])).toEqual([
    ['first', 'subtask', null],
    ['last', 'subtask', null],
  ])
  expect(population).toBe(2)
})

it('no more stages stand in than may be asked, and they are spread evenly over the stream', async () => {
  const { store, projectId } = await log()
  const stages = Array.from({ length: 11 }, (_, i) => ({
    descriptionAtStart: { objective: `question ${i}`, keywords: [] },
  }))
  await storeRun(store, { stages })
  const counts: number[][] = []
  for (const limit of [1, 3, 4, 5, 7, 11, 100]) {
    const { population, queries } = await listStandIns(store, projectId, limit)
    const places = queries.map(({ query }) => Number(query.text.split(' ')[1]))
    const gaps = new Set(places.slice(1).map((place, i) => place - (places[i] ?? 0)))
    expect([population, places[0], gaps.size <= 1]).toEqual([11, 0, true])
    counts.push([limit, places.length])
  }
  expect(counts).toEqual([
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 4],
    [7, 6],
    [11, 11],
    [100, 11],
  ])
})
