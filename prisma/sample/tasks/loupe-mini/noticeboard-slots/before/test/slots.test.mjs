import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillSlots } from '../src/slots.mjs'

test('a notice is in the slot it asked for', () => {
  const notices = [
    { id: 'n1', text: 'Sauna closed', slot: 4, filedAt: '2025-06-01T10:00' },
    { id: 'n2', text: 'Boat at 8', slot: 1, filedAt: '2025-06-01T11:00' },
  ]
  assert.deepEqual(fillSlots(notices), { 1: 'Boat at 8', 4: 'Sauna closed' })
})
