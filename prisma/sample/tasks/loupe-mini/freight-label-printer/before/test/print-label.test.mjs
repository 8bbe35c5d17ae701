import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printLabel } from '../src/print-label.mjs'

test('a label has a number of the roll', async () => {
  let last = 70
  const rolls = { next: () => (last += 1) }
  assert.equal(await printLabel(async () => 'ok', { number: 'P1', to: 'Sund' }, rolls), 71)
})
