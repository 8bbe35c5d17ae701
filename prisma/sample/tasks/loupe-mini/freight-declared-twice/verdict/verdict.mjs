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

const { declaredKg } = await import('../src/declared.mjs').catch(() => refuse(STILL))
const paper = (consignment, kg, hour) => ({ consignment, kg, filedAt: `2025-06-01T${hour}:00` })

await must(STILL, async () => {
  assert.equal(declaredKg([paper('C1', 40, '10'), paper('C1', 40, '12'), paper('C2', 5, '11')]), 45)
  assert.equal(declaredKg([paper('C1', 40, '10'), paper('C2', 40, '10')]), 80)
})

await must("the shipper had declared 40 kg in the morning, and the agent's paper of the afternoon was let in over it", async () => {
  assert.equal(declaredKg([paper('C1', 90, '12'), paper('C1', 40, '10'), paper('C1', 70, '15')]), 40)
  assert.equal(declaredKg([paper('C1', 40, '10'), paper('C1', 90, '12')]), 40)
})

console.log('resolved')
process.exit(0)
