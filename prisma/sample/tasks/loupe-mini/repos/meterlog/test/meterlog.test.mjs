import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastReading, openMeters } from '../src/meters.mjs'

test('a meter has a last reading', () => {
  assert.equal(lastReading(openMeters({ A1: 120 }), 'A1'), 120)
})
