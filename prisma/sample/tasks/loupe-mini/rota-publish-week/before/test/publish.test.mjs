import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPerson, hire } from '../src/crew.mjs'
import { publishWeek } from '../src/publish.mjs'

test('a published week stands in the plan and counts', () => {
  const crew = hire([{ name: 'Ane', role: 'deck' }])
  const plan = []
  publishWeek(plan, crew, [{ id: 's1', name: 'Ane', from: '2025-06-14T08:00', to: '2025-06-14T12:00' }])
  assert.deepEqual(plan.map(({ id, published }) => [id, published]), [['s1', true]])
  assert.equal(findPerson(crew, 'Ane').minutes, 240)
})
