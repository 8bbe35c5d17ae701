import { expect, it } from 'vitest'
import { makeProject, storeMany, storeRetrieval, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { reportOutcomes } from '../retrieval/outcomes.ts'
import { tables } from '../tables.ts'
import { listLiveEntries, listServed, vanillaRates } from './detect-feed.ts'

it('reads every entry that is live, in order, across the pages it reads them by', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const states = ['approved', 'retired', 'candidate', 'quarantined', 'purged'] as const
  const many = await storeMany(
    store,
    like,
    Array.from({ length: 401 }, (_, i) => ({
      lifecycle: states[i % 5],
      ...(i % 7 === 0 ? { beside: true } : {}),
    })),
  )
  await storeEntry(store, { projectId: await makeProject(store, 'other') })
  const live = [like, ...many].filter(
    ({ lifecycle, beside }) => !beside && !['retired', 'purged'].includes(lifecycle),
  )
  expect(await listLiveEntries(store, like.projectId)).toEqual(live)
  expect(await listLiveEntries(store, 'p_none')).toEqual([])
})

it('reads what was served and saved, oldest first, with the instance it went to, and nothing that was withheld', async () => {
  const store = await openTestStore()
  const { projectId, episodeId } = await storeRun(store, { instanceId: 'a__b-1' })
  const name = async (id: string, episode: string, more = {}) =>
    store.record((tx) =>
      tables(tx).retrieval.update({ where: { id }, data: { episodeId: episode, ...more } }),
    )
  await name(await storeRetrieval(store, projectId, { winnerId: 'm_1' }), episodeId)
  await name(await storeRetrieval(store, projectId, { winnerId: 'm_2' }), 'agent-7')
  await name(await storeRetrieval(store, projectId), 'agent-8', { withheld: true })
  await storeRetrieval(store, projectId, { purpose: 'saved' })
  await storeRetrieval(store, await makeProject(store, 'other'))
  const outcome = { episode: 'agent-7', outcome: 'resolved' as const, instanceId: 'c__d-2' }
  await reportOutcomes(store, { projectId, by: 'ci', outcomes: [outcome] })
  const served = await listServed(store, projectId)
  expect(served.map(({ winnerId, outcome, instanceId }) => [winnerId, outcome, instanceId])).toEqual([
    ['m_1', null, 'a__b-1'],
    ['m_2', 'resolved', 'c__d-2'],
    [null, null, null],
  ])
  expect(served.map(({ at }) => at)).toEqual(served.map(({ at }) => new Date(at).toISOString()).toSorted())
})

it('a run had memory when a retrieval of its project names it by id or by file; without an outcome it says nothing', async () => {
  const store = await openTestStore()
  const run = (instanceId: string, outcome: 'resolved' | 'unresolved' | null, fileName = 'plain.json') =>
    storeRun(store, { instanceId, outcome, fileName })
  const { projectId } = await run('a', 'resolved')
  await run('a', 'unresolved')
  await run('b', null)
  const byId = await run('a', 'resolved')
  await run('a', 'resolved', 'told.json')
  await run('c', 'resolved', 'elsewhere.json')
  const other = await makeProject(store, 'other')
  const asked: [string, string][] = [
    [projectId, byId.episodeId],
    [projectId, 'told.json'],
    [other, 'elsewhere.json'],
  ]
  for (const [project, episodeId] of asked) {
    const id = await storeRetrieval(store, project)
    await store.record((tx) => tables(tx).retrieval.update({ where: { id }, data: { episodeId } }))
  }
  expect(await vanillaRates(store, projectId)).toEqual(
    new Map([
      ['a', { resolved: 1, runs: 2 }],
      ['c', { resolved: 1, runs: 1 }],
    ]),
  )
})
