import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillShifts } from '../src/open-shifts.mjs'

test('an open shift goes to whoever tapped for it', () => {
  const taps = [{ shift: 's4', name: 'Ane', tappedAt: '2025-06-01T10:00' }, { shift: 's9', name: 'Jon', tappedAt: '2025-06-01T10:01' }]
  assert.deepEqual(fillShifts(['s4', 's5'], taps), { s4: 'Ane', s5: null })
})
