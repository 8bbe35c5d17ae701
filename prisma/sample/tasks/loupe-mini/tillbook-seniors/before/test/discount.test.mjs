import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addLine, openBill } from '../src/bill.mjs'
import { discounted } from '../src/discount.mjs'

test('a discount is taken off the sum', () => {
  const bill = openBill('room 12')
  addLine(bill, 'dinner', 2, 1000)
  assert.equal(discounted(bill, 15), 1700)
  assert.equal(discounted(bill, 0), 2000)
})
