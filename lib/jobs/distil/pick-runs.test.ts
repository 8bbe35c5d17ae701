import { expect, it } from 'vitest'
import { pickRuns } from './order-distil.ts'

const left = Array.from({ length: 40 }, (_, i) => ({
  episodeId: `ep_${i}`,
  instanceId: `shop-${i}`,
  stepCount: 1,
}))

it('takes the oldest first unless it is told to spread', () => {
  expect(pickRuns(left, { limit: 3 })).toEqual(left.slice(0, 3))
  expect(pickRuns(left, { limit: null })).toEqual(left)
})

it('spreads over all runs, the same at every call, and leaves none out in the end', () => {
  const drawn = pickRuns(left, { limit: 12, spread: true })
  expect(pickRuns(left, { limit: 12, spread: true })).toEqual(drawn)
  expect(drawn).not.toEqual(left.slice(0, 12))
  expect(new Set(pickRuns(left, { limit: null, spread: true }))).toEqual(new Set(left))
})
