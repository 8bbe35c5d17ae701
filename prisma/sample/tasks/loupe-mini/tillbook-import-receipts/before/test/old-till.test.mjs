import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReceipts } from '../src/old-till.mjs'

test('amounts become cents', () => {
  assert.deepEqual(readReceipts([{ at: '2025-06-14T19:05', total: '12.50' }]), [{ at: '2025-06-14T19:05', cents: 1250 }])
})
