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

const { listAside } = await import('../src/aside.mjs').catch(() => refuse(STILL))
const { readScan } = await import('../src/scan.mjs').catch(() => refuse(STILL))
const parcels = () => readScan('P104;Sund;2.5\n\n%%#@\nP105;Vik;3,5\nX9;Sund;1\nP106;Vik\n')

await must(STILL, async () => {
  assert.deepEqual(parcels(), [
    { number: 'P104', to: 'Sund', kg: 2.5 },
    { number: 'P105', to: 'Vik', kg: 3.5 },
  ])
})

await must('a parcel stood on the ramp for a week, its line had been left out and nobody at the desk was told', async () => {
  const aside = JSON.stringify(listAside())
  for (const line of ['%%#@', 'X9', 'P106']) assert.ok(aside.includes(line))
  assert.ok(!aside.includes('P104'))
})

console.log('resolved')
process.exit(0)
