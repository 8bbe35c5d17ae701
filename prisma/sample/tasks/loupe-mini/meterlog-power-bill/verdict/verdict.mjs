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

const { amountFor } = await import('../src/amount.mjs').catch(() => refuse(STILL))

await must(STILL, async () => {
  assert.equal(amountFor('power', 388), 5529)
  assert.equal(amountFor('water', 1000), 335)
  for (const units of [3, 7, 11]) assert.ok(Number.isInteger(amountFor('water', units)))
  assert.ok(Math.abs(amountFor('water', 5) - 1.675) < 1)
  assert.throws(() => amountFor('gas', 1), /gas/)
})

await must('what is less than a cent was put on the berth holder', async () => {
  assert.equal(amountFor('water', 5), 1)
  assert.equal(amountFor('power', 3), 42)
  assert.equal(amountFor('water', 8), 2)
})

console.log('resolved')
process.exit(0)
