import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdDeposit } from '../src/deposit.mjs'

test('a deposit is held once', async () => {
  const asked = []
  const bank = async (request) => {
    asked.push(request)
    return { held: true }
  }
  assert.deepEqual(await holdDeposit(bank, { id: 'b1', boat: 'Terna' }, () => 1000), { held: true })
  assert.equal(asked[0].ore, 50000)
  assert.equal(asked[0].text, 'Kalvik, Terna')
})
