import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm } from '../src/alarm.mjs'

test('an alarm that is taken at once takes one try', async () => {
  const texts = []
  const pager = async ({ text }) => {
    texts.push(text)
    return { state: 'paged' }
  }
  assert.equal(await alarm(pager, 'Water in the engine room'), 1)
  assert.deepEqual(texts, ['Water in the engine room'])
})
