import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freightCharge } from '../src/charge.mjs'

test('a charge goes by zone and weight', () => {
  assert.equal(freightCharge('coast', 2000), 290)
  assert.equal(freightCharge('abroad', 1000), 415)
  assert.throws(() => freightCharge('moon', 1000), /moon/)
})
