import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMeters } from '../src/meters.mjs'
import { nordlink } from '../src/nordlink.mjs'
import { reportReadings } from '../src/report.mjs'

test('the last readings are reported', async () => {
  const sent = []
  const link = nordlink(async (_path, items) => {
    sent.push(...items)
    return { ok: true }
  })
  assert.equal(await reportReadings(link, openMeters({ A1: 120, B1: 80 })), 2)
  assert.deepEqual(sent, [{ meter: 'A1', reading: 120 }, { meter: 'B1', reading: 80 }])
})
