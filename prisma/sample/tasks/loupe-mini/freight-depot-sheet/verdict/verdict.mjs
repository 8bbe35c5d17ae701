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

const { depotRows } = await import('../src/depot-sheet.mjs').catch(() => refuse(STILL))
const { addParcel, openStore } = await import('../src/parcels.mjs').catch(() => refuse(STILL))
const store = openStore()
addParcel(store, { number: 'P1', to: 'Sund', kg: 2.5 })
addParcel(store, { number: 'P2', to: 'Vik', kg: 4 })

await must(STILL, async () => {
  assert.deepEqual(depotRows(store).map((row) => row.weight_kg), ['2.5', '4.0'])
  assert.deepEqual(depotRows(store).map(({ number }) => number), ['P1', 'P2'])
})

await must("at Vik, where the sheet is last month's, every parcel weighs nothing now", async () => {
  assert.deepEqual(depotRows(store).map((row) => row.wt), ['2.5', '4.0'])
})

console.log('resolved')
process.exit(0)
