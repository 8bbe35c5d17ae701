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

const { addLine, openBill } = await import('../src/bill.mjs').catch(() => refuse(STILL))
const { discounted } = await import('../src/discount.mjs').catch(() => refuse(STILL))

function pays(cents, percent) {
  const bill = openBill('table 1')
  addLine(bill, 'dinner', 1, cents)
  return discounted(bill, percent)
}

await must(STILL, async () => {
  assert.equal(pays(2000, 15), 1700)
  assert.equal(pays(2000, 0), 2000)
  for (const cents of [1995, 333, 1001, 77]) assert.ok(Number.isInteger(pays(cents, 15)))
  assert.ok(Math.abs(pays(1995, 15) - 1695.75) < 1)
})

await must('the guest was made to pay for a fraction of a cent', async () => {
  assert.equal(pays(1995, 15), 1695)
  assert.equal(pays(1001, 25), 750)
  assert.equal(pays(999, 15), 849)
})

console.log('resolved')
process.exit(0)
