import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatOn } from '../src/plan.mjs'
import { addBooking, openQuay } from '../src/quay.mjs'

test('the plan names the boat of a berth', () => {
  const quay = openQuay({ A: ['A1'] })
  addBooking(quay, { id: 'b1', berth: 'A1', boat: 'Terna', from: '2025-06-01', to: '2025-06-03', at: '2025-05-02T10:00' })
  assert.equal(boatOn(quay, 'A1', '2025-06-02'), 'TERNA')
  assert.equal(boatOn(quay, 'A1', '2025-06-03'), '')
})
