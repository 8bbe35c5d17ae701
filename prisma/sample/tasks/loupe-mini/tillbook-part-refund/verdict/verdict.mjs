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

const { refundFor } = await import('../src/refund.mjs').catch(() => refuse(STILL))

await must(STILL, async () => {
  assert.equal(refundFor(30000, 3, 1), 10000)
  assert.equal(refundFor(20000, 3, 3), 20000)
  assert.equal(refundFor(20000, 3, 0), 0)
  for (const paid of [20000, 20001, 9999]) assert.ok(Number.isInteger(refundFor(paid, 7, 2)))
  assert.ok(Math.abs(refundFor(20000, 3, 2) - 13333.33) < 1)
})

await must("we kept the odd cent of the guest's refund", async () => {
  assert.equal(refundFor(10000, 3, 1), 3334)
  assert.equal(refundFor(20000, 3, 2), 13334)
  assert.equal(refundFor(20000, 7, 1), 2858)
})

console.log('resolved')
process.exit(0)
