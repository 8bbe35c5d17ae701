import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addLine, openBill, sum } from '../src/bill.mjs'
import { moveLines } from '../src/move-lines.mjs'

test('lines go over to the other bill', () => {
  const [from, to] = [openBill('table 1'), openBill('table 2')]
  addLine(from, 'coffee', 1, 350)
  addLine(from, 'bun', 1, 280)
  moveLines(from, to, [2])
  assert.equal(sum(from.lines), 350)
  assert.equal(sum(to.lines), 280)
})
