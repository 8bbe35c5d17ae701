import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harbourDue } from '../src/due.mjs'

test('the due is a share of the fee', () => {
  assert.equal(harbourDue(36000, 25), 900)
  assert.equal(harbourDue(0, 25), 0)
})
