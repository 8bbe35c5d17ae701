import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depotRows } from '../src/depot-sheet.mjs'
import { addParcel, openStore } from '../src/parcels.mjs'

test('each parcel has a row', () => {
  const store = openStore()
  addParcel(store, { number: 'P1', to: 'Sund', kg: 2.5 })
  addParcel(store, { number: 'P2', to: 'Bratholm', kg: 4 })
  assert.deepEqual(depotRows(store).map(({ number, to }) => [number, to]), [['P1', 'Sund'], ['P2', 'Bratholm']])
})
