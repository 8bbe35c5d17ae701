import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nordlink } from '../src/nordlink.mjs'
import { warn } from '../src/warn.mjs'

test('every number gets the text', async () => {
  const sent = []
  const link = nordlink(async (_path, items) => {
    sent.push(...items)
    return { ok: true }
  })
  assert.equal(await warn(link, ['401', '402'], 'Storm'), 2)
  assert.deepEqual(sent, [{ phone: '401', text: 'Storm' }, { phone: '402', text: 'Storm' }])
})
