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

const { loadManifest } = await import('../src/manifest.mjs').catch(() => refuse(STILL))
const { openStore, totalKg } = await import('../src/parcels.mjs').catch(() => refuse(STILL))
const store = openStore()
const row = (number, kg) => ({ number, to: 'Kalvik', kg })

await must(STILL, async () => {
  assert.equal(loadManifest(store, [row('P1', '2.5')]), 1)
  for (const kg of [undefined, '', 0]) {
    assert.throws(() => loadManifest(store, [row('P2', 1), row('P3', 4), row('P14', kg)]), /P14/)
  }
})

await must('the driver handed the sheet in again and half of the van was on the books twice', async () => {
  assert.equal(totalKg(store), 2.5)
  assert.equal(loadManifest(store, [row('P2', 1), row('P3', 4), row('P14', 2)]), 3)
  assert.equal(totalKg(store), 9.5)
})

console.log('resolved')
process.exit(0)
