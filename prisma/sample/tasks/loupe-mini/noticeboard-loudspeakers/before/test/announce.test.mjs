import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announce } from '../src/announce.mjs'

test('an announcement names its rooms', async () => {
  const calls = []
  await announce(async (call) => calls.push(call), ['hall', 'sauna'], 'Boat leaves at 8')
  assert.deepEqual(calls, [{ rooms: ['hall', 'sauna'], text: 'Boat leaves at 8' }])
})
