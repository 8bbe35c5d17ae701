import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useByDay } from '../src/daily-use.mjs'

test('the pulses of a day add up', () => {
  const pulses = [
    { at: '2025-06-14T08:00', units: 5 },
    { at: '2025-06-14T19:00', units: 7 },
    { at: '2025-06-15T09:00', units: 1 },
  ]
  assert.deepEqual(useByDay(pulses), [['2025-06-14', 12], ['2025-06-15', 1]])
})
