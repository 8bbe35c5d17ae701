import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanNumbers } from '../src/clean-numbers.mjs'

test('spaces are taken out', () => {
  assert.deepEqual(cleanNumbers([{ name: 'Bo', phone: '+47 40 10 20' }, { name: 'Siv', phone: '402' }]), ['+47401020', '402'])
})
