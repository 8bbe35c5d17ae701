import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../src/articles.mjs'
import { totalOf } from '../src/quick-order.mjs'

test('an order keyed in by codes adds up', () => {
  const articles = catalogue({ coffee: { name: 'Coffee', cents: 350 }, bun: { name: 'Bun', cents: 280 } })
  assert.equal(totalOf(articles, [{ code: 'coffee', count: 2 }, { code: 'bun', count: 1 }]), 980)
  assert.equal(totalOf(articles, []), 0)
})
