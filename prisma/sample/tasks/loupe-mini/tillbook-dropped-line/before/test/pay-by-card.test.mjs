import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard } from '../src/pay-by-card.mjs'

test('a card is accepted or declined', async () => {
  assert.equal(await payByCard(async () => ({ accepted: true }), 500), true)
  assert.equal(await payByCard(async () => ({ accepted: false }), 500), false)
})
