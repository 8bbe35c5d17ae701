import { expect, it } from 'vitest'
import { step, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { listStagesWithoutLesson } from './episode-list.ts'

it('a stage is listed, newest first, while no live lesson is made of it, in its project and category alone', async () => {
  const store = await openTestStore()
  const steps = Array.from({ length: 4 }, (_, i) => step(i + 1))
  const stages = [{}, {}, {}, { category: 'OTHER' as const }]
  const { projectId, episodeId, stageIds } = await storeRun(store, { steps, stages })
  const listed = async (ids = [projectId], category: 'EDIT' | 'VERIFY' = 'EDIT') =>
    (await listStagesWithoutLesson(store, ids, category)).map(({ subtaskId }) => stageIds.indexOf(subtaskId))
  expect(await listed()).toEqual([2, 1, 0])
  expect([await listed([]), await listed(['p_none']), await listed([projectId], 'VERIFY')]).toEqual([
    [],
    [],
    [],
  ])

  const lesson = (place: number, lifecycle: 'candidate' | 'retired') =>
    storeEntry(store, { projectId, episodeId, subtaskId: stageIds[place] ?? null, lifecycle })
  await lesson(0, 'candidate')
  await lesson(1, 'retired')
  expect(await listed()).toEqual([2, 1])
  const [last] = await listStagesWithoutLesson(store, [projectId], 'EDIT')
  expect(last).toMatchObject({ episodeId, fromStep: 3, toStep: 3, keywords: expect.any(Array) })
})
