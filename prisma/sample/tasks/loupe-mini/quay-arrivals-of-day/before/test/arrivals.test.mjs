import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalsOn } from '../src/arrivals.mjs'
import { note, openQuay } from '../src/quay.mjs'

test('arrivals are listed as they came', () => {
  const quay = openQuay({ A: ['A1'] })
  note(quay, 'arrival', 'Terna', '2025-06-14T18:00')
  note(quay, 'arrival', 'Havsula', '2025-06-14T12:00')
  note(quay, 'water', 'Havsula', '2025-06-14T12:30')
  assert.deepEqual(arrivalsOn(quay, '2025-06-14'), ['Havsula', 'Terna'])
})
