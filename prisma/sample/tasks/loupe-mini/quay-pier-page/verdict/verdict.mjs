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

const { boatsAt } = await import('../src/pier-page.mjs').catch(() => refuse(STILL))
const { addBooking, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1', 'A2'], B: ['B1'] })
addBooking(quay, { id: 'b1', berth: 'A2', boat: 'Terna', from: '2025-06-01', to: '2025-06-03' })

function ask(pier) {
  try {
    return { answer: boatsAt(quay, pier, '2025-06-02') }
  } catch (error) {
    return { error }
  }
}

await must(STILL, async () => {
  assert.deepEqual(ask('A').answer, [{ berth: 'A2', boat: 'TERNA' }])
  assert.deepEqual(ask('B').answer, [])
  assert.doesNotMatch(String(ask('Q').error), /Cannot read|is not a function|is not iterable/)
})

await must('a mistyped pier now reads like a pier without boats', async () => {
  assert.ok(ask('Q').error instanceof Error)
  assert.match(ask('Q').error.message, /Q/)
})

console.log('resolved')
process.exit(0)
