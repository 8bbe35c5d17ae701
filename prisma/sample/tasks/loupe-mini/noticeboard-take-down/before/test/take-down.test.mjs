import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hang, openBoard } from '../src/board.mjs'
import { onScreen, takeDown } from '../src/take-down.mjs'

test('the screen shows what hangs', () => {
  const board = openBoard()
  hang(board, { id: 'n1', text: 'Sauna closed' })
  hang(board, { id: 'n2', text: 'Breakfast from 7' })
  assert.deepEqual(onScreen(board), ['Sauna closed', 'Breakfast from 7'])
  assert.throws(() => takeDown(board, 'n9'), /n9/)
})
