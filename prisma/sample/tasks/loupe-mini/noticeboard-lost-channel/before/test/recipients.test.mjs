import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipients } from '../src/recipients.mjs'
import { openChannels } from '../src/subscribers.mjs'

test('a number is there once, in however many channels', () => {
  const bo = { name: 'Bo', phone: '401' }
  const channels = openChannels({ ferries: [bo, { name: 'Siv', phone: '402' }], sauna: [], harbour: [bo] })
  assert.deepEqual(recipients(channels, ['ferries', 'sauna', 'harbour']), ['401', '402'])
})
