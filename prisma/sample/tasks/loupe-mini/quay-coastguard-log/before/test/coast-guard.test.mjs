import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coastGuardCopy } from '../src/coast-guard.mjs'
import { note, openQuay } from '../src/quay.mjs'

test('the copy has the lines of the date', () => {
  const quay = openQuay({ A: ['A1'] })
  note(quay, 'arrival', 'Terna', '2025-06-14T18:00')
  note(quay, 'arrival', 'Skua', '2025-06-15T09:00')
  assert.deepEqual(coastGuardCopy(quay, '2025-06-14'), ['18:00 arrival Terna'])
})
