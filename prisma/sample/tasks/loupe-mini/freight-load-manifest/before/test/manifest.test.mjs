import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadManifest } from '../src/manifest.mjs'
import { openStore, totalKg } from '../src/parcels.mjs'

test('a manifest is loaded row by row', () => {
  const store = openStore()
  assert.equal(loadManifest(store, [{ number: 'P1', to: 'Kalvik', kg: '2.5' }, { number: 'P2', to: 'Sund', kg: 4 }]), 2)
  assert.equal(totalKg(store), 6.5)
})
