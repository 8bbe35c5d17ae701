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

const { recipients } = await import('../src/recipients.mjs').catch(() => refuse(STILL))
const { openChannels } = await import('../src/subscribers.mjs').catch(() => refuse(STILL))
const channels = openChannels({ ferries: [{ name: 'Bo', phone: '401' }], sauna: [] })

function ask(...names) {
  try {
    return { phones: recipients(channels, names) }
  } catch (error) {
    return { error }
  }
}

await must(STILL, async () => {
  assert.deepEqual(ask('ferries', 'sauna').phones, ['401'])
  assert.deepEqual(ask('sauna').phones, [])
  assert.doesNotMatch(String(ask('ferrys').error), /is not iterable|Cannot read|is not a function/)
})

await must('the officer believed the warning was out, and it went to a channel nobody has', async () => {
  assert.ok(ask('ferries', 'ferrys').error instanceof Error)
  assert.match(ask('ferrys').error.message, /ferrys/)
})

console.log('resolved')
process.exit(0)
