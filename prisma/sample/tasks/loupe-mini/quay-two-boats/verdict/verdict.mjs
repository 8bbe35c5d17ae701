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

const { boatOn } = await import('../src/plan.mjs').catch(() => refuse(STILL))
const { addBooking, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1'] })
const book = (boat, at, from, to) => addBooking(quay, { id: boat, berth: 'A1', boat, from, to, at })
book('Terna', '2025-05-02T10:00', '2025-06-01', '2025-06-04')
book('Havsula', '2025-05-01T09:00', '2025-06-02', '2025-06-05')
book('Alke', '2025-05-03T09:00', '2025-06-03', '2025-06-06')

await must(STILL, async () => {
  const boats = ['2025-06-01', '2025-06-02', '2025-06-03', '2025-06-09'].map((day) => boatOn(quay, 'A1', day))
  assert.equal(boats[0], 'TERNA')
  for (const boat of boats.slice(1, 3)) assert.ok(['TERNA', 'HAVSULA', 'ALKE'].includes(boat))
  assert.equal(boats[3], '')
})

await must('a skipper who had asked for the berth before the other one was sent away', async () => {
  assert.equal(boatOn(quay, 'A1', '2025-06-02'), 'HAVSULA')
  assert.equal(boatOn(quay, 'A1', '2025-06-03'), 'HAVSULA')
  assert.equal(boatOn(quay, 'A1', '2025-06-05'), 'ALKE')
})

console.log('resolved')
process.exit(0)
