import { expect, it, vi } from 'vitest'
import { makeProject, storeRetrieval, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { lastVerdict, withdraw } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { type JudgementRow, listJudgements, saveJudgement } from './judgements.ts'
import { reportOutcomes } from './outcomes.ts'
import { countServed, findSavedRetrieval, listWon } from './retrievals.ts'
import { getServedLog, setServedRetention } from './served-retention.ts'
import { listEntryPlaces, listServedUses } from './served-uses.ts'

const nameOf = (
  store: Store,
  id: string,
  data: { episodeId?: string; withheld?: boolean; propensity?: number; at?: Date },
) => store.record((tx) => tables(tx).retrieval.update({ where: { id }, data }))

async function shop() {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const serve = async (winnerId: string | null, data: Parameters<typeof nameOf>[2] = {}) => {
    const id = await storeRetrieval(store, projectId, { winnerId })
    await nameOf(store, id, data)
    return id
  }
  return { store, projectId, serve }
}

it('one judge says one thing of an entry for a question: the later word counts, and the last can be taken back', async () => {
  const { store, projectId } = await shop()
  const judge = (change: Partial<JudgementRow>, labRunId: string | null = 'lr_1') =>
    saveJudgement(store, {
      queryId: 'q1 h',
      queryText: 'one',
      category: 'EDIT',
      entryId: 'm_1',
      grade: 3,
      by: 'Mara',
      projectId,
      labRunId,
      ...change,
    })
  await judge({})
  await judge({ grade: 1 })
  await judge({ by: 'Ivo', grade: 2, category: null })
  await judge({ entryId: 'm_2', grade: 0 })
  await judge({ queryText: 'two', queryId: 'q2 h' }, 'lr_2')
  const grades = async (where = {}) =>
    (await listJudgements(store, projectId, where)).map(({ entryId, by, grade }) => [entryId, by, grade])
  expect(await grades({ queryText: 'one' })).toEqual([
    ['m_1', 'Mara', 1],
    ['m_1', 'Ivo', 2],
    ['m_2', 'Mara', 0],
  ])
  expect(await grades({ by: 'Ivo' })).toEqual([['m_1', 'Ivo', 2]])
  expect(await listJudgements(store, 'p_none', {})).toEqual([])
})

it('takes back what was said last, of two words of one millisecond too', async () => {
  const { store, projectId } = await shop()
  vi.spyOn(store, 'now').mockReturnValue(new Date(0))
  const judge = (entryId: string, grade: number) =>
    saveJudgement(store, {
      ...{ queryId: 'q1 h', queryText: 'one', category: 'EDIT', by: 'Mara', labRunId: 'lr_1' },
      ...{ entryId, grade, projectId },
    })
  await judge('m_1', 3)
  await judge('m_2', 2)
  await judge('m_1', 1)
  const last = await lastVerdict(store, { task: 'pair', queue: 'lr_1', by: 'Mara' })
  await store.record((tx) => withdraw(store, tx, { id: last?.id ?? '' }))
  expect((await listJudgements(store, projectId, {})).map(({ entryId }) => entryId)).toEqual(['m_2'])
})

it('an outcome joins what was served in its episode, the last report counts, and an unknown episode is named', async () => {
  const { store, projectId, serve } = await shop()
  await serve('m_1', { episodeId: 'a' })
  await serve('m_2', { episodeId: 'a', withheld: true, propensity: 0.25 })
  await serve(null, { episodeId: 'b' })
  await storeRetrieval(store, projectId, { winnerId: 'm_1', purpose: 'saved' })
  const foreign = await storeRetrieval(store, await makeProject(store, 'other'), { winnerId: 'm_1' })
  await nameOf(store, foreign, { episodeId: 'a' })
  const report = (...outcomes: Parameters<typeof reportOutcomes>[1]['outcomes']) =>
    reportOutcomes(store, { projectId, by: 'ci', outcomes })
  expect(
    await report(
      { episode: 'a', outcome: 'unresolved', instanceId: 'x__y-1' },
      { episode: 'z', outcome: 'resolved', instanceId: null },
    ),
  ).toEqual({
    ...{ episodeCount: 2, retrievalCount: 2, unserved: ['z'] },
  })
  expect(await report({ episode: 'a', outcome: 'resolved', instanceId: null })).toMatchObject({
    retrievalCount: 2,
    unserved: [],
  })
  const uses = await listServedUses(store, [projectId])
  expect(
    uses.map((use) => [
      use.entryId,
      use.episodeId,
      use.outcome,
      use.instanceId,
      use.repo,
      use.withheld,
      use.propensity,
    ]),
  ).toEqual([
    ['m_1', 'a', 'resolved', 'x__y-1', 'x/y', false, 1],
    ['m_2', 'a', 'resolved', 'x__y-1', 'x/y', true, 0.25],
    [null, 'b', null, null, null, false, 1],
  ])
  const outcomes = await tables(store).retrieval.findMany({ where: { projectId: { not: projectId } } })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([null])
  expect(await listServedUses(store, [])).toEqual([])
})

it('knows at which stage of its run each entry was made', async () => {
  const { store, projectId } = await shop()
  const { stageIds } = await storeRun(store, { stages: [{}, {}] })
  const entry = await storeEntry(store, { subtaskId: stageIds[1] ?? null })
  await storeEntry(store)
  expect(await listEntryPlaces(store, [projectId])).toEqual(new Map([[entry.id, 1]]))
})

it('counts and lists what an entry won, the latest first, and gives back a saved answer and no served one', async () => {
  const { store, projectId, serve } = await shop()
  const ids = [await serve('m_1'), await serve('m_2'), await serve('m_1')]
  const saved = await storeRetrieval(store, projectId, { winnerId: 'm_1', purpose: 'saved' })
  expect(await countServed(store, 'm_1')).toBe(3)
  expect((await listWon(store, 'm_1', 2)).map(({ id, purpose }) => [id, purpose])).toEqual([
    [saved, 'saved'],
    [ids[2], 'served'],
  ])
  expect((await findSavedRetrieval(store, saved))?.answer.hits[0]?.entryId).toBe('m_1')
  expect([await findSavedRetrieval(store, ids[0] ?? ''), await findSavedRetrieval(store, 'r_none')]).toEqual([
    null,
    null,
  ])
})

it('what was served goes when it is too old or too many, the oldest first; what was saved stays', async () => {
  const { store, projectId, serve } = await shop()
  const day = (n: number) => new Date(store.now().getTime() - n * 86_400_000)
  const ids: string[] = []
  for (const age of [40, 20, 10, 5, 1]) ids.push(await serve('m_1', { at: day(age) }))
  const saved = await storeRetrieval(store, projectId, { purpose: 'saved' })
  await nameOf(store, saved, { at: day(90) })
  const left = async () =>
    (await tables(store).retrieval.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)
  await setServedRetention(store, { days: null, most: 9 })
  expect(await left()).toEqual([...ids, saved])
  expect(await getServedLog(store)).toMatchObject({
    days: null,
    most: 9,
    count: 5,
    since: expect.stringMatching(/^2025-11/),
  })
  await setServedRetention(store, { days: 30, most: 9 })
  expect(await left()).toEqual([...ids.slice(1), saved])
  await setServedRetention(store, { days: 30, most: 2 })
  expect(await left()).toEqual([...ids.slice(3), saved])
  const { bytes } = await getServedLog(store)
  expect(bytes).toBeGreaterThan(800)
  await setServedRetention(store, { days: 1, most: 2 })
  expect(await getServedLog(store)).toMatchObject({ count: 0, since: null, bytes: null })
})
