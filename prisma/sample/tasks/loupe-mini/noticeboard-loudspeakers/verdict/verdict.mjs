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

const { announce } = await import('../src/announce.mjs').catch(() => refuse(STILL))

async function heard(rooms) {
  const calls = []
  await announce(async (call) => calls.push(call), rooms, 'Leave the house')
  return calls.map((call) => [...call.rooms])
}

await must(STILL, async () => {
  assert.deepEqual(await heard(['hall', 'sauna']), [['hall', 'sauna']])
  assert.deepEqual(await heard(['hall', 'sauna', 'hall']), [['hall', 'sauna']])
})

await must('the gong sounded more than once, or for nobody', async () => {
  const rooms = Array.from({ length: 57 }, (_, index) => `room ${index}`)
  assert.deepEqual(await heard(rooms), [rooms])
  assert.deepEqual(await heard([]), [])
})

console.log('resolved')
process.exit(0)
