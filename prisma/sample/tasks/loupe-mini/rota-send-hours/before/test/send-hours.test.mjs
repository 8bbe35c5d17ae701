import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nordlink } from '../src/nordlink.mjs'
import { sendHours } from '../src/send-hours.mjs'

test('who has minutes is sent', async () => {
  const sent = []
  const link = nordlink(async (_path, items) => {
    sent.push(...items)
    return { ok: true }
  })
  const crew = [{ name: 'Ane', minutes: 480 }, { name: 'Jon' }, { name: 'Odd', minutes: 60 }]
  assert.deepEqual(await sendHours(link, crew), ['Ane', 'Odd'])
  assert.deepEqual(sent, [{ name: 'Ane', minutes: 480 }, { name: 'Odd', minutes: 60 }])
})
