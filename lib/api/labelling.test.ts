import { expect, it } from 'vitest'
import { openSampleLoupe } from '../fixtures/open-test-loupe.ts'

it('gives subtasks to label in one order for everyone, and their labels turn agreement into accuracy', async () => {
  const loupe = await openSampleLoupe()
  const project = await loupe.api.findProject({ name: 'sample' })
  if (!project) throw new Error('the sample is there')
  const projectId = project.id
  const next = (by: string) => loupe.api.reviewQueue({ projectId, task: 'stage', by })
  const label = (subject: string) =>
    loupe.api.settleReview({ projectId, task: 'stage', by: 'ada', subjects: [subject], verdict: 'EDIT' })
  const before = await loupe.api.auditMisprediction({ project: 'sample', labels: 'own' })
  expect(before.labels).toMatchObject({ kind: 'rules', byPersons: 0 })

  const [ada, bob] = [await next('ada'), await next('bob')]
  expect((await loupe.api.reviewQueue({ projectId: 'p_other', task: 'stage' })).items).toEqual([])
  expect(bob.items).toEqual(ada.items)
  expect(ada).toMatchObject({ isBlind: true, done: 0 })
  expect(JSON.stringify(ada.items)).not.toMatch(/ANALYZE|REPRODUCE|VERIFY/)
  const labelled = ada.items.slice(0, 5).map(({ id }) => id)
  for (const id of labelled) await label(id)
  const after = await next('ada')
  expect(after).toMatchObject({ done: 5, left: (ada.left ?? 0) - 5 })
  expect(after.items.filter(({ id }) => labelled.includes(id))).toEqual([])
  const own = await loupe.api.auditMisprediction({ project: 'sample', labels: 'own' })
  expect(own.labels).toMatchObject({ kind: 'persons', byPersons: 5 })
  expect(own.report).toMatchObject({
    n: 5,
    scores: expect.arrayContaining([expect.objectContaining({ category: 'EDIT', labelled: 5 })]),
  })

  const back = await loupe.api.takeBackReview({ projectId, task: 'stage', by: 'ada' })
  expect(back).toMatchObject({ item: labelled[4] })
  expect((await next('ada')).items[0]).toEqual(ada.items[4])
  // The sample's own questions stay what they were.
  expect((await loupe.api.auditMisprediction({ project: 'sample' })).report).toMatchObject({
    n: 140,
    agreeing: 84,
  })
  await loupe.close()
})
