import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthClass, shownName } from '../src/boats.mjs'
import { inKroner, stayFee } from '../src/fees.mjs'
import { addBooking, findBooking, openQuay } from '../src/quay.mjs'

test('a booking is found by its id', () => {
  const quay = openQuay({ A: ['A1'] })
  addBooking(quay, { id: 'b1', berth: 'A1', boat: 'Terna' })
  assert.equal(findBooking(quay, 'b1').boat, 'Terna')
})

test('boats have a class and a name for the sign', () => {
  assert.equal(lengthClass(8), 'middle')
  assert.equal(shownName(' Havsula  II'), 'HAVSULA II')
})

test('a stay costs by the night', () => {
  assert.equal(stayFee(7, 2), 36000)
  assert.equal(inKroner(18005), '180.05')
})
