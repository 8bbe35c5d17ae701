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

const { fillSlots } = await import('../src/slots.mjs').catch(() => refuse(STILL))
const notice = (text, slot, hour) => ({ id: text, text, slot, filedAt: `2025-06-01T${hour}:00` })

await must(STILL, async () => {
  assert.ok(['a', 'b'].includes(fillSlots([notice('a', 2, '10'), notice('b', 2, '11')])[2]))
  assert.deepEqual(fillSlots([notice('a', 2, '10'), notice('c', 3, '11')]), { 2: 'a', 3: 'c' })
})

await must('the spa had filed for slot 2 before the kitchen did, and the kitchen hangs there', async () => {
  const slots = fillSlots([notice('kitchen', 2, '11'), notice('spa', 2, '09'), notice('shop', 2, '12')])
  assert.equal(slots[2], 'spa')
  assert.equal(fillSlots([notice('spa', 2, '09'), notice('kitchen', 2, '11')])[2], 'spa')
})

console.log('resolved')
process.exit(0)
