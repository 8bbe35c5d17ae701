import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBooking, openQuay } from '../src/quay.mjs'
import { suggest } from '../src/suggest.mjs'

test('names are offered as the signs show them', () => {
  const quay = openQuay({ A: ['A1'] })
  for (const boat of ['Terna', 'Alke', 'terna', 'Tind']) addBooking(quay, { id: boat, berth: 'A1', boat })
  assert.deepEqual(suggest(quay, 't'), ['TERNA', 'TIND'])
})
