import { expect, it } from 'vitest'
import { storeRun } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { PURGED } from '../purge/scrub.ts'
import {
  keepQuestionVectors,
  listQuestionVectors,
  listRunQuestions,
  QUESTIONS_OF_A_PROJECT,
} from './question-vectors.ts'

const asks = (objective: string, more = {}) => ({
  descriptionAtStart: { objective, keywords: ['k'] },
  ...more,
})

it('each text of a project is a question once, of the run that asked it first, and only of the category asked for', async () => {
  const store = await openTestStore()
  const first = await storeRun(store, {
    ...{ instanceId: 'a', repo: 'x/y' },
    stages: [asks('one'), asks('two'), asks('one'), asks('verify', { category: 'VERIFY' }), asks(PURGED)],
  })
  const again = await storeRun(store, { instanceId: 'b', stages: [asks('two'), asks('three')] })
  const other = await storeRun(store, { project: 'other', instanceId: 'c', stages: [asks('one')] })
  const found = await listRunQuestions(store, 'm', 'EDIT')
  expect(
    found.map(({ description, instanceId, projectId }) => [description.objective, instanceId, projectId]),
  ).toEqual([
    ['one', 'a', first.projectId],
    ['two', 'a', first.projectId],
    ['three', 'b', first.projectId],
    ['one', 'c', other.projectId],
  ])
  expect(found[0]).toMatchObject({ subtaskId: first.stageIds[0], repo: 'x/y', vector: null })
  expect(found[2]?.subtaskId).toBe(again.stageIds[1])
  expect(
    (await listRunQuestions(store, 'm', 'VERIFY')).map(({ description }) => description.objective),
  ).toEqual(['verify'])
})

it('a project puts its first questions, so that more runs change none of them', async () => {
  const store = await openTestStore()
  const stages = Array.from({ length: QUESTIONS_OF_A_PROJECT + 1 }, (_, i) => asks(`question ${i}`))
  const { stageIds } = await storeRun(store, { stages })
  await storeRun(store, { project: 'other', stages: [asks('of another')] })
  const ids = (await listRunQuestions(store, 'm', 'EDIT')).map(({ subtaskId }) => subtaskId)
  expect(ids.slice(0, -1)).toEqual(stageIds.slice(0, QUESTIONS_OF_A_PROJECT))
  expect(ids).toHaveLength(QUESTIONS_OF_A_PROJECT + 1)
})

it('a kept vector is of its model and its project; the first stays, and one of a stage that is gone is let go', async () => {
  const store = await openTestStore()
  const { projectId, stageIds } = await storeRun(store, { stages: [asks('one'), asks('two')] })
  const [one = '', two = ''] = stageIds
  const keep = (model: string, subtaskId: string, x: number) =>
    keepQuestionVectors(store, model, [{ subtaskId, vector: new Float32Array([x, 0]) }])
  await keep('m', one, 1)
  await keep('m', one, 2)
  await keep('other', two, 3)
  await keep('m', 'st_gone', 4)
  expect(await listQuestionVectors(store, 'm', projectId)).toEqual(new Map([[one, new Float32Array([1, 0])]]))
  expect(await listQuestionVectors(store, 'm', 'p_none')).toEqual(new Map())
  expect((await listRunQuestions(store, 'm', 'EDIT')).map(({ vector }) => vector && [...vector])).toEqual([
    [1, 0],
    null,
  ])
})
