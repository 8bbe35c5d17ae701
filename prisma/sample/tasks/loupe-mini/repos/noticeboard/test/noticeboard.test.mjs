import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNotice, hang, openBoard } from '../src/board.mjs'
import { channelNames, openChannels } from '../src/subscribers.mjs'

test('a notice is found by its id', () => {
  const board = openBoard()
  hang(board, { id: 'n1', text: 'Sauna closed' })
  assert.equal(findNotice(board, 'n1').text, 'Sauna closed')
})

test('channels are listed by name', () => {
  assert.deepEqual(channelNames(openChannels({ sauna: [], ferries: [] })), ['ferries', 'sauna'])
})
