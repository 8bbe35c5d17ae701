import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buttons, catalogue } from '../src/articles.mjs'
import { addLine, openBill, sum } from '../src/bill.mjs'
import { shown } from '../src/money.mjs'

test('a bill adds up', () => {
  const bill = openBill('table 4')
  addLine(bill, 'coffee', 2, 350)
  addLine(bill, 'bun', 1, 280)
  assert.equal(sum(bill.lines), 980)
  assert.equal(shown(sum(bill.lines)), '9.80')
})

test('every article has a button', () => {
  assert.deepEqual(buttons(catalogue({ coffee: { name: 'Coffee', cents: 350 } })), ['Coffee'])
})
