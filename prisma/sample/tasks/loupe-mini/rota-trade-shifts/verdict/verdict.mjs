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

const trades = await import('../src/trades.mjs').catch(() => refuse(STILL))
const shifts = [{ id: 's1', name: 'Ane' }, { id: 's2', name: 'Jon' }, { id: 's3', name: 'Lise' }]
const names = (list) => list.map(({ name }) => name)

await must(STILL, async () => {
  assert.deepEqual(names(trades.trade(shifts, 's1', 's2')), ['Jon', 'Ane', 'Lise'])
  assert.deepEqual(names(shifts), ['Ane', 'Jon', 'Lise'])
})

await must("the kiosk on the pier is updated in autumn, and until then it asks in last year's words", async () => {
  assert.deepEqual(names(trades.swap(shifts, 's1', 's3')), ['Lise', 'Jon', 'Ane'])
})

console.log('resolved')
process.exit(0)
