import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hire } from '../src/crew.mjs'
import { available, leave } from '../src/leaving.mjs'

test('the crew can be planned by role', () => {
  const crew = hire([{ name: 'Ane', role: 'deck' }, { name: 'Jon', role: 'galley' }])
  assert.deepEqual(available(crew, 'deck'), ['Ane'])
})

test('only somebody of the crew can leave it', () => {
  assert.throws(() => leave(hire([]), 'Ane', '2025-06-14'), /Ane/)
})
