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

const { freightCharge } = await import('../src/charge.mjs').catch(() => refuse(STILL))

await must(STILL, async () => {
  assert.equal(freightCharge('coast', 2000), 290)
  for (const grams of [2150, 900, 3300]) assert.ok(Number.isInteger(freightCharge('coast', grams)))
  assert.ok(Math.abs(freightCharge('island', 2100) - 489.3) < 1)
  assert.throws(() => freightCharge('moon', 1000), /moon/)
})

await must('the shipper found a cent on the invoice for something less than a cent', async () => {
  assert.equal(freightCharge('coast', 2150), 311)
  assert.equal(freightCharge('coast', 900), 130)
  assert.equal(freightCharge('island', 1700), 396)
})

console.log('resolved')
process.exit(0)
