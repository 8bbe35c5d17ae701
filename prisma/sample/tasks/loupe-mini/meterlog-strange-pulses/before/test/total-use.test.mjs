import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalUse } from '../src/total-use.mjs'

test('pulses add up', () => {
  assert.equal(totalUse([{ at: '2025-06-14T08:00', units: 5 }, { at: '2025-06-14T09:00', units: 500 }]), 505)
  assert.equal(totalUse([]), 0)
})
