import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedBerth } from '../src/links.mjs'
import { openQuay } from '../src/quay.mjs'

test('a link that asks for nothing opens the first berth', () => {
  assert.equal(linkedBerth(openQuay({ A: ['A1', 'A2'] }), ''), 'A1')
})
