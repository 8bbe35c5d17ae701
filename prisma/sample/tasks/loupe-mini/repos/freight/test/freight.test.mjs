import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addParcel, openStore, totalKg } from '../src/parcels.mjs'

test('parcels weigh together', () => {
  const store = openStore()
  addParcel(store, { number: 'P1', to: 'Kalvik', kg: 2 })
  addParcel(store, { number: 'P2', to: 'Kalvik', kg: 3 })
  assert.equal(totalKg(store), 5)
})
