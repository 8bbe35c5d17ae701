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

const { harbourDue } = await import('../src/due.mjs').catch(() => refuse(STILL))

await must(STILL, async () => {
  assert.equal(harbourDue(36000, 25), 900)
  assert.equal(harbourDue(0, 25), 0)
  for (const fee of [18333, 24000, 33001]) assert.ok(Number.isInteger(harbourDue(fee, 25)))
})

await must('the decree rounds the due up to the next krone', async () => {
  assert.equal(harbourDue(18333, 25), 500)
  assert.equal(harbourDue(33001, 25), 900)
  assert.equal(harbourDue(40, 25), 100)
})

console.log('resolved')
process.exit(0)
