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

const { hire } = await import('../src/crew.mjs').catch(() => refuse(STILL))
const { hoursSlip } = await import('../src/hours-slip.mjs').catch(() => refuse(STILL))
const crew = hire([{ name: 'Lise Holm', role: 'deck' }, { name: 'Jon', role: 'deck' }])
const shifts = [{ id: 's1', name: 'Lise Holm', from: '2025-06-14T08:00', to: '2025-06-14T12:30' }]

function slip(name) {
  try {
    return { text: String(hoursSlip(crew, shifts, name)) }
  } catch (error) {
    return { text: '', error }
  }
}

await must(STILL, async () => {
  assert.equal(slip('Lise Holm').text, 'Lise Holm: 4:30')
  assert.equal(slip('Jon').text, 'Jon: 0:00')
  assert.doesNotMatch(slip('Lise H.').text, /NaN|undefined/)
  assert.doesNotMatch(String(slip('Lise H.').error), /Cannot read|is not a function/)
})

await must('the slip certifies zero hours to somebody who does not work here', async () => {
  assert.ok(slip('Lise H.').error instanceof Error)
  assert.match(slip('Lise H.').error.message, /Lise H/)
})

console.log('resolved')
process.exit(0)
