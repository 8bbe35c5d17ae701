import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFor } from '../src/languages.mjs'

test('without a language it is Norwegian', () => {
  const notice = { texts: { no: 'Stengt', en: 'Closed' } }
  assert.equal(textFor(notice, { phone: '401' }), 'Stengt')
})
