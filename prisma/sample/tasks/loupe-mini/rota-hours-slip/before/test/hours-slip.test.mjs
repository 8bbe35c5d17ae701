import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hire } from '../src/crew.mjs'
import { hoursSlip } from '../src/hours-slip.mjs'

test('a slip adds the shifts of one person', () => {
  const crew = hire([{ name: 'Ane', role: 'deck' }, { name: 'Jon', role: 'deck' }])
  const shifts = [
    { id: 's1', name: 'Ane', from: '2025-06-14T08:00', to: '2025-06-14T12:30' },
    { id: 's2', name: 'Ane', from: '2025-06-15T08:00', to: '2025-06-15T10:00' },
  ]
  assert.equal(hoursSlip(crew, shifts, 'Ane'), 'Ane: 6:30')
  assert.equal(hoursSlip(crew, shifts, 'Jon'), 'Jon: 0:00')
})
