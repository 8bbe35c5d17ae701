import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPerson, hire, namesOf } from '../src/crew.mjs'
import { minutesOf, shownHours } from '../src/shifts.mjs'

test('people are found by name and by role', () => {
  const crew = hire([{ name: 'Ane', role: 'deck' }, { name: 'Jon', role: 'galley' }])
  assert.equal(findPerson(crew, 'Ane').role, 'deck')
  assert.deepEqual(namesOf(crew, 'galley'), ['Jon'])
})

test('a shift over midnight has its full length', () => {
  assert.equal(shownHours(minutesOf({ from: '2025-06-14T22:00', to: '2025-06-15T05:30' })), '7:30')
})
