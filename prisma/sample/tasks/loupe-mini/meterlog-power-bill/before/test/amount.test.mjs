import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountFor } from '../src/amount.mjs'

test('nothing used, nothing owed', () => {
  assert.equal(amountFor('power', 0), 0)
  assert.throws(() => amountFor('gas', 1), /gas/)
})
