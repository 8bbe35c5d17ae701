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

const { addBooking, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const { suggest } = await import('../src/suggest.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1'] })
for (const boat of ['Terna', 'Alke', 'terna', 'Tind']) addBooking(quay, { id: boat, berth: 'A1', boat })

await must(STILL, async () => {
  assert.deepEqual(suggest(quay, 't'), ['TERNA', 'TIND'])
  try {
    suggest(quay, 'x')
  } catch (error) {
    assert.doesNotMatch(error.message, /Cannot read/)
  }
})

await must('the box wants a list at every letter, and an empty one when nothing fits', async () => {
  assert.deepEqual(suggest(quay, 'x'), [])
  assert.deepEqual(suggest(openQuay({}), ''), [])
})

console.log('resolved')
process.exit(0)
