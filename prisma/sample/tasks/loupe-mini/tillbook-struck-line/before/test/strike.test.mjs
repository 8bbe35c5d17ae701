import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addLine, openBill } from '../src/bill.mjs'
import { due, strike } from '../src/strike.mjs'

test('what is due is the sum of the lines', () => {
  const bill = openBill('table 6')
  addLine(bill, 'fish', 1, 1350)
  addLine(bill, 'beer', 2, 700)
  assert.equal(due(bill), 2750)
  assert.throws(() => strike(bill, 9), /9/)
})
