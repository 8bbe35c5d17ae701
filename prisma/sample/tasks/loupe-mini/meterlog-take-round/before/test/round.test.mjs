import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastReading, openMeters } from '../src/meters.mjs'
import { takeRound } from '../src/round.mjs'

test('a round gives the use of each meter', () => {
  const meters = openMeters({ A1: 100, A2: 50 })
  assert.deepEqual(takeRound(meters, [{ meter: 'A1', reading: 130 }, { meter: 'A2', reading: 50 }]), { A1: 30, A2: 0 })
  assert.equal(lastReading(meters, 'A1'), 130)
})
