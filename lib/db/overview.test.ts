import { expect, it } from 'vitest'
import { makeProject, storeFinding, storeMany, storeRetrieval, storeRun } from './fixtures/test-rows.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { getOverviewCounts } from './overview.ts'
import { tables } from './tables.ts'

it('an empty project has four categories of nothing, and unknown is not 0', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const { categories, ...rest } = await getOverviewCounts(store, projectId)
  const nothing = { live: 0, approved: 0, withheld: 0, unreviewed: 0, held: 0, retired: 0 }
  expect(categories).toEqual(
    ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'].map((category) => ({
      ...{ category, ...nothing, lastUsedAt: null, recurrence: null },
    })),
  )
  expect(rest).toEqual({
    ...{ growth: [], servedLastHour: 0, recentRetrievals: [] },
    outcomes: { resolved: 0, unresolved: 0, kept: 0, reverted: 0, unknown: 0 },
  })
})

it('counts entries by category and state; those beside, purged ones and those of others count nowhere', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store, { category: 'EDIT' })
  await storeMany(store, like, [
    { reviewedBy: 'Mara' },
    { lifecycle: 'candidate' },
    { lifecycle: 'quarantined' },
    { lifecycle: 'quarantined', reviewedBy: 'Mara' },
    { lifecycle: 'retired' },
    { lifecycle: 'purged' },
    { beside: true },
    { category: 'VERIFY' },
    { projectId: await makeProject(store, 'other') },
  ])
  const { categories } = await getOverviewCounts(store, like.projectId)
  const [analyze, , edit, verify] = categories
  expect(edit).toMatchObject({ live: 5, approved: 2, unreviewed: 1, held: 3, retired: 1 })
  expect(verify).toMatchObject({ live: 1, approved: 1, unreviewed: 1, held: 0, retired: 0 })
  expect(analyze).toMatchObject({ live: 0, approved: 0 })
})

it('counts an entry in service that is withheld once, while a finding of a secret is open', async () => {
  const store = await openTestStore()
  const one = await storeEntry(store, { category: 'EDIT' })
  const retired = await storeEntry(store, {
    category: 'EDIT',
    projectId: one.projectId,
    lifecycle: 'retired',
  })
  const withheldOf = async () => (await getOverviewCounts(store, one.projectId)).categories[2]?.withheld
  for (const entry of [one, one, retired]) await storeFinding(store, entry, 'secret')
  await storeFinding(store, one, 'leak')
  expect(await withheldOf()).toBe(1)
  await store.record((tx) => tables(tx).finding.updateMany({ data: { state: 'dismissed' } }))
  expect(await withheldOf()).toBe(0)
})

it('memory grows a point a run, in the order of the stream, and a run that left nothing is a point as well', async () => {
  const store = await openTestStore()
  const runs = [await storeRun(store), await storeRun(store), await storeRun(store)]
  const [first, , third] = runs.map(({ episodeId }) => episodeId)
  const { projectId } = runs[0] ?? { projectId: '' }
  const like = await storeEntry(store, { category: 'EDIT', episodeId: third ?? null })
  await storeMany(store, like, [
    { episodeId: first, category: 'EDIT' },
    { episodeId: first, category: 'EDIT' },
    { episodeId: first, category: 'VERIFY' },
    { episodeId: first, lifecycle: 'retired' },
    { episodeId: first, lifecycle: 'purged' },
    { episodeId: first, beside: true },
    { episodeId: null },
  ])
  await storeRun(store, { project: 'other' })
  const { growth } = await getOverviewCounts(store, projectId)
  expect(growth.map(({ episode, counts }) => [episode, counts.EDIT, counts.VERIFY, counts.ANALYZE])).toEqual([
    [1, 2, 1, 0],
    [2, 2, 1, 0],
    [3, 3, 1, 0],
  ])
  const created = await tables(store).episode.findMany({ where: { projectId }, orderBy: { position: 'asc' } })
  expect(growth.map(({ at }) => at)).toEqual(created.map(({ createdAt }) => createdAt.toISOString()))
})

it('counts how runs ended, what nobody knows on its own', async () => {
  const store = await openTestStore()
  for (const outcome of ['resolved', 'resolved', 'unresolved', null] as const)
    await storeRun(store, { outcome, outcomeSource: outcome && 'label' })
  const { projectId } = await storeRun(store, { outcome: 'unresolved' })
  await storeRun(store, { outcome: 'resolved', outcomeSource: 'git: kept, 100 % of its lines, 1a2b3c4d' })
  await storeRun(store, { project: 'other', outcome: 'resolved' })
  expect((await getOverviewCounts(store, projectId)).outcomes).toEqual({
    ...{ resolved: 2, unresolved: 2, kept: 1, reverted: 0, unknown: 1 },
  })
})

it('a category was last used when an entry of it last won; an answer that found nothing is no use', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const intent = (category: 'EDIT' | 'VERIFY') => ({
    intent: { category, description: { objective: 'o', keywords: [] } },
  })
  await storeRetrieval(store, projectId, { winnerId: 'm_1', answer: intent('EDIT') })
  const last = await storeRetrieval(store, projectId, { winnerId: 'm_2', answer: intent('EDIT') })
  await storeRetrieval(store, projectId, { answer: intent('EDIT') })
  await storeRetrieval(store, projectId, { answer: intent('VERIFY') })
  await storeRetrieval(store, await makeProject(store, 'other'), {
    winnerId: 'm_1',
    answer: intent('VERIFY'),
  })
  const { categories } = await getOverviewCounts(store, projectId)
  const row = await tables(store).retrieval.findUnique({ where: { id: last } })
  expect(categories.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null, row?.at.toISOString(), null])
})

it('shows the eight latest retrievals, saved and served, and counts what was served in the last hour', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const ids: string[] = []
  for (let n = 0; n < 9; n++)
    ids.push(
      await storeRetrieval(store, projectId, {
        winnerId: n === 8 ? 'm_8' : null,
        purpose: n % 2 ? 'saved' : 'served',
        request: { text: `q${n}` },
      }),
    )
  const now = store.now().getTime()
  const move = (id: string | undefined, ms: number) =>
    store.record((tx) =>
      tables(tx).retrieval.update({ where: { id: id ?? '' }, data: { at: new Date(now - ms) } }),
    )
  await move(ids[0], 3_700_000) // more than an hour, of five that were served
  await move(ids[2], 3_500_000)
  const { recentRetrievals, servedLastHour } = await getOverviewCounts(store, projectId)
  expect(recentRetrievals.map(({ text }) => text)).toEqual(['q8', 'q7', 'q6', 'q5', 'q4', 'q3', 'q2', 'q1'])
  expect(recentRetrievals[0]).toMatchObject({
    ...{ id: ids[8], winnerId: 'm_8', score: 0.5, verdict: 'unknown', by: 'agent', category: 'EDIT' },
    purpose: 'served',
  })
  expect(recentRetrievals[1]).toMatchObject({ purpose: 'saved', winnerId: null, score: null })
  expect(servedLastHour).toBe(4)
})
