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

const { takeFeed } = await import('../src/feed.mjs').catch(() => refuse(STILL))
const { openMeters } = await import('../src/meters.mjs').catch(() => refuse(STILL))
const meters = openMeters({ A1: 1, A2: 2, A3: 3, A4: 4 })
const feed = [['A1', 5], ['A2', null], ['A3', 'err'], ['A4', 0]].map(([meter, reading]) => ({ meter, reading }))

await must(STILL, async () => {
  assert.deepEqual(takeFeed(meters, feed), ['A2', 'A3'])
})

await must('the sound berths lost their hour to a broken sensor', async () => {
  assert.deepEqual([...meters], [['A1', 5], ['A2', 2], ['A3', 3], ['A4', 0]])
})

console.log('resolved')
process.exit(0)
