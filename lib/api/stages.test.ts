import { expect, it } from 'vitest'
import { importRuns, openTestLoupe } from '../fixtures/open-test-loupe.ts'

it('an import without a model is not empty: its stages are found by description, and no agent is given one', async () => {
  const loupe = await openTestLoupe()
  await importRuns(loupe, 'shop', 6)
  const { stageCount, lessonCount } = await loupe.api.projectYield({ project: 'shop' })
  expect([stageCount > 10, lessonCount]).toEqual([true, 0])
  const asked = { project: 'shop', text: 'run the tests to check the repair', category: 'VERIFY' as const }
  const found = await loupe.api.nearestStages(asked)
  expect(found.hits.length).toBeGreaterThan(1)
  expect(found.hits.every(({ category }) => category === 'VERIFY')).toBe(true)
  expect(found.stageCount).toBeLessThan(stageCount)
  const scores = found.hits.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(await loupe.api.retrieve({ ...asked, mode: 'subtask', strategy: 'raw', limit: 5 })).toMatchObject({
    ...{ considered: 0, abstained: 'cold', injected: null, hits: [] },
  })
  await expect(loupe.api.nearestStages({ ...asked, project: 'nope' })).rejects.toMatchObject({
    code: 'no-such-project',
  })
  await loupe.close()
})
