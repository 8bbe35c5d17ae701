import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatsAt } from '../src/pier-page.mjs'
import { addBooking, openQuay } from '../src/quay.mjs'

test('the page shows the boats of a pier', () => {
  const quay = openQuay({ A: ['A1', 'A2'], B: ['B1'] })
  addBooking(quay, { id: 'b1', berth: 'A2', boat: 'Terna', from: '2025-06-01', to: '2025-06-03' })
  assert.deepEqual(boatsAt(quay, 'A', '2025-06-02'), [{ berth: 'A2', boat: 'TERNA' }])
  assert.deepEqual(boatsAt(quay, 'B', '2025-06-02'), [])
})
