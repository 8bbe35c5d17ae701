import { expect, it } from 'vitest'
import { openSampleLoupe } from '../fixtures/open-test-loupe.ts'

it('tells of every stage of the sample once, read by two extractors, whether it has a lesson, or why none', async () => {
  const loupe = await openSampleLoupe()
  const { stageCount, lessonCount, reasons } = await loupe.api.projectYield({ project: 'sample' })
  expect({ stageCount, lessonCount }).toEqual({ stageCount: 377, lessonCount: 358 })
  expect(reasons.reduce((sum, { count }) => sum + count, lessonCount)).toBe(stageCount)
  expect(reasons.map(({ reason }) => reason)).toEqual([
    'a model found nothing in it that other tasks could use',
    'no evidence of a stage',
  ])
  await loupe.close()
})
