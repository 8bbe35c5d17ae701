import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refundFor } from '../src/refund.mjs'

test('unused nights are paid back', () => {
  assert.equal(refundFor(30000, 3, 1), 10000)
  assert.equal(refundFor(30000, 3, 3), 30000)
  assert.equal(refundFor(30000, 3, 0), 0)
})
