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

const { forget } = await import('../src/forget.mjs').catch(() => refuse(STILL))
const { openChannels } = await import('../src/subscribers.mjs').catch(() => refuse(STILL))
const bo = () => ({ name: 'Bo Lund', phone: '401' })
const siv = { name: 'Siv', phone: '402' }
const channels = openChannels({ sauna: [bo(), siv], pool: [siv], ferries: [siv, bo()], harbour: [bo()] })

await must(STILL, async () => {
  assert.equal(forget(channels, '401'), 3)
})

await must('the inspector found the erased person in the data', async () => {
  assert.doesNotMatch(JSON.stringify([...channels]), /Bo Lund|401/)
})

await must('somebody else was erased along with him', async () => {
  assert.deepEqual([...channels.values()].map((list) => list.length), [1, 1, 1, 0])
})

console.log('resolved')
process.exit(0)
