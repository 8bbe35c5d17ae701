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

const { takings } = await import('../src/takings.mjs').catch(() => refuse(STILL))
const evening = [
  { at: '2025-06-13T20:00', cents: 5 },
  { at: '2025-06-14T11:00', cents: 100 },
  { at: '2025-06-14T23:59', cents: 20 },
  { at: '2025-06-15T12:00', cents: 7000 },
]
const night = [{ at: '2025-06-15T01:30', cents: 300 }, { at: '2025-06-15T03:59', cents: 400 }, { at: '2025-06-15T04:00', cents: 50 }]

await must(STILL, async () => {
  assert.equal(takings(evening, '2025-06-14'), 120)
  assert.equal(takings(evening, '2025-06-13'), 5)
  assert.equal(takings(evening, '2025-06-20'), 0)
})

await must('a round at half past one, or any until four in the morning, is still the evening before in the book', async () => {
  assert.equal(takings([...evening, ...night], '2025-06-14'), 820)
  assert.equal(takings([...evening, ...night], '2025-06-15'), 7050)
  assert.equal(takings([{ at: '2025-07-01T02:00', cents: 9 }], '2025-06-30'), 9)
})

console.log('resolved')
process.exit(0)
