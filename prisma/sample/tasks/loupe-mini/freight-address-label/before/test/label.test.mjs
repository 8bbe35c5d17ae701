import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelLines } from '../src/label.mjs'

test('an address is broken at spaces', () => {
  assert.deepEqual(labelLines('Kari Nordmann  Storgata 4'), ['Kari Nordmann', 'Storgata 4'])
  assert.deepEqual(labelLines('Vik'), ['Vik'])
})
