import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takings } from '../src/takings.mjs'

test('the receipts of an evening add up', () => {
  const receipts = [
    { at: '2025-06-14T19:05', cents: 1200 },
    { at: '2025-06-14T21:40', cents: 800 },
  ]
  assert.equal(takings(receipts, '2025-06-14'), 2000)
})
