import assert from 'node:assert/strict'

const STILL = 'the reported fault is still there'

function refuse(reason) {
  console.log(`refused: ${reason}`)
  process.exit(1)
}

/** Refuses with the reason when it does not hold. */
async function must(reason, hold) {
  try {
    await hold()
  } catch {
    refuse(reason)
  }
}

// A promise that never settles is no mended fault.
setTimeout(() => refuse(STILL), 20_000)

const { findNotice, hang, openBoard } = await import('../src/board.mjs').catch(() => refuse(STILL))
const { onScreen, takeDown } = await import('../src/take-down.mjs').catch(() => refuse(STILL))
const board = openBoard()
for (const [id, text] of [['n1', 'Sauna closed'], ['n2', 'Breakfast from 9'], ['n3', 'Boat at 8']]) hang(board, { id, text })

await must(STILL, async () => {
  takeDown(board, 'n2')
  assert.deepEqual(onScreen(board), ['Sauna closed', 'Boat at 8'])
  assert.throws(() => takeDown(board, 'n9'))
})

await must('a guest complains about what the screen said last week, and nobody can read it up', async () => {
  assert.match(JSON.stringify(findNotice(board, 'n2') ?? board), /Breakfast from 9/)
})

console.log('resolved')
process.exit(0)
