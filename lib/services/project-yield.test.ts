import { expect, it } from 'vitest'
import { openSampleLoupe } from '../fixtures/open-test-loupe.ts'

it('tells of every subtask of the sample whether it has an excerpt or an experience, or why nothing', async () => {
  const loupe = await openSampleLoupe()
  const { subtaskCount, excerptCount, experienceCount, nothingCount, reasons } = await loupe.api.projectYield(
    { project: 'sample' },
  )
  expect({ subtaskCount, excerptCount, experienceCount }).toEqual({
    subtaskCount: 377,
    excerptCount: 233,
    experienceCount: 0,
  })
  expect(nothingCount).toBe(subtaskCount - excerptCount)
  expect(reasons[0]?.count).toBeGreaterThan(0)
  expect(reasons.every(({ reason }) => reason !== '')).toBe(true)
  await loupe.close()
})
