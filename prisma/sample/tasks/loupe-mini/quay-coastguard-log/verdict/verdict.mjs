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

const { coastGuardCopy } = await import('../src/coast-guard.mjs').catch(() => refuse(STILL))
const { note, openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1'] })
note(quay, 'arrival', 'Terna', '2025-06-14T18:00')
note(quay, 'arrival', 'Skua', '2025-06-14T09:00')

await must(STILL, async () => {
  assert.deepEqual(coastGuardCopy(quay, '2025-06-14'), ['09:00 arrival Skua', '18:00 arrival Terna'])
  assert.deepEqual(coastGuardCopy(quay, '2025-06-13'), [])
})

await must('the coast guard asked for calendar dates from midnight to midnight', async () => {
  note(quay, 'departure', 'Alke', '2025-06-14T00:20')
  note(quay, 'arrival', 'Lomvi', '2025-06-15T02:00')
  assert.deepEqual(coastGuardCopy(quay, '2025-06-14'), ['00:20 departure Alke', '09:00 arrival Skua', '18:00 arrival Terna'])
  assert.deepEqual(coastGuardCopy(quay, '2025-06-15'), ['02:00 arrival Lomvi'])
})

console.log('resolved')
process.exit(0)
