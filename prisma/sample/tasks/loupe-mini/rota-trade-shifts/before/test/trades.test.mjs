import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as trades from '../src/trades.mjs'

test('the module offers a way for two people to change places', () => {
  const change = Object.values(trades)[0]
  const changed = change([{ id: 's1', name: 'Ane' }, { id: 's2', name: 'Jon' }], 's1', 's2')
  assert.deepEqual(changed.map(({ name }) => name), ['Jon', 'Ane'])
})
