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

const { alarm } = await import('../src/alarm.mjs').catch(() => refuse(STILL))

function service(busy) {
  const seen = { calls: 0, ids: new Set() }
  seen.pager = async ({ id }) => {
    seen.calls += 1
    seen.ids.add(id)
    return { state: seen.calls <= busy ? 'busy' : 'paged' }
  }
  return seen
}

await must(STILL, async () => {
  assert.equal(await alarm(service(0).pager, 'Fire'), 1)
  assert.equal(await alarm(service(4).pager, 'Fire'), 5)
  const dead = service(99)
  await assert.rejects(alarm(dead.pager, 'Fire'), /busy/)
  assert.equal(dead.calls, 5)
})

await must("the service had queued each try as an alarm of its own, and Kaja's pager went off three times for one leak", async () => {
  const seen = service(2)
  await alarm(seen.pager, 'Fire')
  assert.equal(seen.ids.size, 1)
  await alarm(seen.pager, 'Leak')
  assert.equal(seen.ids.size, 2)
})

console.log('resolved')
process.exit(0)
