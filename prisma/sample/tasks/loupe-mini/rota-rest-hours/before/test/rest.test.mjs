import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooShort } from '../src/rest.mjs'

test('eleven hours are enough', () => {
  const shift = (id, from, to) => ({ id, name: 'Ane', from: `2025-06-${from}`, to: `2025-06-${to}` })
  const shifts = [shift('s1', '14T08:00', '14T20:00'), shift('s2', '15T07:00', '15T12:00'), shift('s3', '15T22:00', '16T02:00')]
  assert.deepEqual(tooShort(shifts), ['s3'])
})
