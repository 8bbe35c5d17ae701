import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchParcel } from '../src/pickup.mjs'

test('a parcel gets a van', async () => {
  assert.equal(await fetchParcel(async () => ({ van: 7 }), { number: 'P1', kg: 2 }), 7)
})

test('an address that does not exist is an error', async () => {
  const call = async () => {
    throw new Error('no such address')
  }
  await assert.rejects(fetchParcel(call, { number: 'P1', kg: 2 }), /no such address/)
})
