import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesByDay } from '../src/watch-days.mjs'

test('a shift counts for the day on which it begins', () => {
  const shifts = [
    { id: 's1', name: 'Ane', from: '2025-06-13T22:00', to: '2025-06-14T06:00' },
    { id: 's2', name: 'Ane', from: '2025-06-15T08:00', to: '2025-06-15T12:00' },
  ]
  assert.deepEqual(minutesByDay(shifts), { '2025-06-13': 480, '2025-06-15': 240 })
})
