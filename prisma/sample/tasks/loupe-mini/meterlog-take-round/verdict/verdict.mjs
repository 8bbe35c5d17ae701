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

const { takeRound } = await import('../src/round.mjs').catch(() => refuse(STILL))
const { lastReading, openMeters } = await import('../src/meters.mjs').catch(() => refuse(STILL))
const meters = openMeters({ A1: 100, A2: 50, A3: 12000 })
const round = (a1, a2, a3) => [
  { meter: 'A1', reading: a1 },
  { meter: 'A2', reading: a2 },
  { meter: 'A3', reading: a3 },
]

await must(STILL, async () => {
  assert.throws(() => takeRound(meters, round(130, 61, 1207)), /A3/)
})

await must('on the second try A1 and A2 showed no use at all: they had kept what was sent back', async () => {
  assert.equal(lastReading(meters, 'A1'), 100)
  assert.deepEqual(takeRound(meters, round(130, 61, 12070)), { A1: 30, A2: 11, A3: 70 })
  assert.equal(lastReading(meters, 'A3'), 12070)
})

console.log('resolved')
process.exit(0)
