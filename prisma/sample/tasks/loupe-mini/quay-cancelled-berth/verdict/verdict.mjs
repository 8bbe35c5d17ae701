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

const { cancel, isFree } = await import('../src/cancel.mjs').catch(() => refuse(STILL))
const { addBooking, findBooking, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1', 'A2'] })
addBooking(quay, { id: 'b1', berth: 'A1', boat: 'Terna', from: '2025-06-01', to: '2025-06-03' })
addBooking(quay, { id: 'b2', berth: 'A1', boat: 'Havsula', from: '2025-06-05', to: '2025-06-08' })

await must(STILL, async () => {
  cancel(quay, 'b1')
  assert.equal(isFree(quay, 'A1', '2025-06-02'), true)
  assert.equal(isFree(quay, 'A1', '2025-06-06'), false)
  assert.throws(() => cancel(quay, 'b9'))
})

await must('a skipper asked about the booking that was called off, and the office could not find it', async () => {
  assert.match(JSON.stringify(findBooking(quay, 'b1') ?? quay), /Terna/)
})

console.log('resolved')
process.exit(0)
