import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredKg } from '../src/declared.mjs'

test('consignments add up', () => {
  const papers = [
    { consignment: 'C1', kg: 40, filedAt: '2025-06-01T10:00' },
    { consignment: 'C2', kg: 25, filedAt: '2025-06-01T11:00' },
  ]
  assert.equal(declaredKg(papers), 65)
  assert.equal(declaredKg([]), 0)
})
