import { expect, it } from 'vitest'
import { openSampleLoupe } from '../fixtures/open-test-loupe.ts'

it('gives subtasks to label in one order for everyone, and their labels turn agreement into accuracy', async () => {
  const loupe = await openSampleLoupe()
  const project = await loupe.api.findProject({ name: 'sample' })
  if (!project) throw new Error('the sample is there')
  const projectId = project.id
  const next = (by: string) => loupe.api.nextToLabel({ projectId, by, limit: 5 })
  const label = (subtaskId: string, category: 'EDIT' | null) =>
    loupe.api.labelSubtask({ subtaskId, category, by: 'ada', blind: true })
  const before = await loupe.api.auditMisprediction({ project: 'sample', labels: 'own' })
  expect(before.labels).toMatchObject({ kind: 'rules', byPersons: 0 })

  const [ada, bob] = [await next('ada'), await next('bob')]
  expect((await loupe.api.nextToLabel({ projectId: 'p_other', by: 'ada', limit: 2 })).cards).toEqual([])
  expect(bob.cards).toEqual(ada.cards)
  expect(ada).toMatchObject({ done: 0, last: null })
  expect(JSON.stringify(ada.cards)).not.toMatch(/ANALYZE|REPRODUCE|VERIFY/)
  for (const { subtaskId } of ada.cards) await label(subtaskId, 'EDIT')
  const after = await next('ada')
  expect(after).toMatchObject({ done: 5, last: { subtaskId: ada.cards[4]?.subtaskId, category: 'EDIT' } })
  expect(after.cards.every(({ subtaskId }) => ada.cards.every((card) => card.subtaskId !== subtaskId))).toBe(
    true,
  )
  const own = await loupe.api.auditMisprediction({ project: 'sample', labels: 'own' })
  expect(own.labels).toMatchObject({ kind: 'persons', byPersons: 5 })
  expect(own.report).toMatchObject({
    n: 5,
    scores: expect.arrayContaining([expect.objectContaining({ category: 'EDIT', labelled: 5 })]),
  })

  await label(ada.cards[4]?.subtaskId ?? '', null)
  expect((await next('ada')).cards[0]).toEqual(ada.cards[4])
  // The sample's own questions stay what they were.
  expect((await loupe.api.auditMisprediction({ project: 'sample' })).report).toMatchObject({
    n: 140,
    agreeing: 84,
  })
  await loupe.close()
})
