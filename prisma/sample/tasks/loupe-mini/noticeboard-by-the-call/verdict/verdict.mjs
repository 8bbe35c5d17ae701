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

const { nordlink } = await import('../src/nordlink.mjs').catch(() => refuse(STILL))
const { warn } = await import('../src/warn.mjs').catch(() => refuse(STILL))

async function deliver(count) {
  const phones = Array.from({ length: count }, (_, index) => String(400 + index))
  const delivered = []
  let calls = 0
  const link = nordlink(async (_path, items) => {
    calls += 1
    delivered.push(...items.slice(0, 20))
    return { ok: true }
  })
  const said = await warn(link, phones, 'Storm')
  return { calls, delivered: delivered.map(({ phone }) => phone).toSorted(), phones, said }
}

await must(STILL, async () => {
  const few = await deliver(12)
  assert.deepEqual(few.delivered, few.phones)
  assert.equal(few.calls, 1)
  assert.equal(few.said, 12)
  assert.equal((await deliver(0)).calls, 0)
  assert.ok((await deliver(47)).calls < 24)
})

await must('twenty skippers had the warning; from the 21st on Nordlink said ok and sent nothing', async () => {
  for (const count of [20, 21, 47]) {
    const { delivered, phones } = await deliver(count)
    assert.deepEqual(delivered, phones)
  }
})

console.log('resolved')
process.exit(0)
