import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScan } from '../src/scan.mjs'

test('a scan is read line by line', () => {
  assert.deepEqual(readScan('P104;Sund;2.5\n\nP105; Vik ;3,5\n'), [
    { number: 'P104', to: 'Sund', kg: 2.5 },
    { number: 'P105', to: 'Vik', kg: 3.5 },
  ])
})
