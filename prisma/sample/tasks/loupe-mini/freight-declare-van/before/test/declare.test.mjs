import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declareVan } from '../src/declare.mjs'
import { nordlink } from '../src/nordlink.mjs'

test('the parcels of a van are declared', async () => {
  const declared = []
  const link = nordlink(async (_path, items) => {
    declared.push(...items)
    return { ok: true }
  })
  assert.equal(await declareVan(link, [{ number: 'P1', to: 'Sund', kg: 2 }]), 1)
  assert.deepEqual(declared, [{ number: 'P1', kg: 2 }])
})

test('a refused declaration is an error', async () => {
  const link = nordlink(async () => ({ ok: false }))
  await assert.rejects(declareVan(link, [{ number: 'P1', to: 'Sund', kg: 2 }]), /Nordlink/)
})
