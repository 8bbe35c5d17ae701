import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancel, isFree } from '../src/cancel.mjs'
import { addBooking, openQuay } from '../src/quay.mjs'

test('a booked berth is not free until the day of departure', () => {
  const quay = openQuay({ A: ['A1'] })
  addBooking(quay, { id: 'b1', berth: 'A1', boat: 'Terna', from: '2025-06-01', to: '2025-06-03' })
  assert.equal(isFree(quay, 'A1', '2025-06-02'), false)
  assert.equal(isFree(quay, 'A1', '2025-06-03'), true)
  assert.throws(() => cancel(quay, 'b9'), /b9/)
})
