import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeFeed } from '../src/feed.mjs'
import { lastReading, openMeters } from '../src/meters.mjs'

test('a feed moves the meters on', () => {
  const meters = openMeters({ A1: 1, A2: 2 })
  assert.deepEqual(takeFeed(meters, [{ meter: 'A1', reading: 5 }]), [])
  assert.deepEqual([lastReading(meters, 'A1'), lastReading(meters, 'A2')], [5, 2])
})
