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

const { arrivalsOn } = await import('../src/arrivals.mjs').catch(() => refuse(STILL))
const { note, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1'] })
note(quay, 'arrival', 'Skua', '2025-06-13T18:00')
note(quay, 'arrival', 'Terna', '2025-06-14T18:00')
note(quay, 'arrival', 'Havsula', '2025-06-14T12:00')
note(quay, 'water', 'Havsula', '2025-06-14T12:30')

await must(STILL, async () => {
  assert.deepEqual(arrivalsOn(quay, '2025-06-13'), ['Skua'])
  assert.deepEqual(arrivalsOn(quay, '2025-06-14'), ['Havsula', 'Terna'])
  assert.deepEqual(arrivalsOn(quay, '2025-06-16'), [])
})

await must('a boat that tied up at ten past three was on the sheet of a day that had not begun: ours begins at four', async () => {
  note(quay, 'arrival', 'Alke', '2025-06-15T03:10')
  note(quay, 'arrival', 'Lomvi', '2025-06-15T04:00')
  assert.deepEqual(arrivalsOn(quay, '2025-06-14'), ['Havsula', 'Terna', 'Alke'])
  assert.deepEqual(arrivalsOn(quay, '2025-06-15'), ['Lomvi'])
})

console.log('resolved')
process.exit(0)
