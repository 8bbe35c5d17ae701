import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forget } from '../src/forget.mjs'
import { openChannels } from '../src/subscribers.mjs'

test('a subscriber is erased', () => {
  const channels = openChannels({ sauna: [{ name: 'Bo', phone: '401' }, { name: 'Siv', phone: '402' }] })
  assert.equal(forget(channels, '401'), 1)
  assert.deepEqual(channels.get('sauna'), [{ name: 'Siv', phone: '402' }])
  assert.equal(forget(channels, '499'), 0)
})
