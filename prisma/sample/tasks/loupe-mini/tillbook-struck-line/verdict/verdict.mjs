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
const { due, strike } = await import('../src/strike.mjs').catch(() => refuse(STILL))
const bill = openBill('table 6')
addLine(bill, 'fish', 1, 1350)
addLine(bill, 'beer', 3, 700)

await must(STILL, async () => {
  assert.equal(due(bill), 3450)
  strike(bill, 1)
  assert.equal(due(bill), 2100)
  assert.equal(bill.lines.find(({ article }) => article === 'beer').number, 2)
  assert.throws(() => strike(bill, 9))
})

await must('the auditor wants to read what was struck out, and the bill no longer shows it', async () => {
  assert.match(JSON.stringify(bill), /"fish".*1350|1350.*"fish"/)
})

console.log('resolved')
process.exit(0)
