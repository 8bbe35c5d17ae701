import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingsOf } from '../src/readings.mjs'

test('each meter has a reading', () => {
  const entries = [
    { meter: 'A1', reading: 130, writtenAt: '2025-06-14T08:00' },
    { meter: 'A2', reading: 0, writtenAt: '2025-06-14T08:05' },
  ]
  assert.deepEqual(readingsOf(entries), { A1: 130, A2: 0 })
})
