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

const { fetchParcel } = await import('../src/pickup.mjs').catch(() => refuse(STILL))

/** A carrier that sends a van for every order it has not seen, and hiccups so many times. */
function carrier(hiccups) {
  const seen = { calls: 0, orders: new Set() }
  seen.call = async ({ order }) => {
    seen.calls += 1
    seen.orders.add(order)
    if (seen.calls <= hiccups) throw Object.assign(new Error('hiccup'), { code: 'HICCUP' })
    return { van: 7 }
  }
  return seen
}

await must(STILL, async () => {
  for (const hiccups of [1, 3]) assert.equal(await fetchParcel(carrier(hiccups).call, { number: 'P1', kg: 2 }), 7)
  const dead = carrier(9)
  await assert.rejects(fetchParcel(dead.call, { number: 'P1', kg: 2 }), /hiccup/)
  assert.equal(dead.calls, 4)
  let calls = 0
  const nowhere = async () => {
    calls += 1
    throw new Error('no such address')
  }
  await assert.rejects(fetchParcel(nowhere, { number: 'P1', kg: 2 }))
  assert.equal(calls, 1)
})

await must('two vans came for one parcel, the carrier had understood the first time already', async () => {
  const seen = carrier(2)
  await fetchParcel(seen.call, { number: 'P1', kg: 2 })
  assert.equal(seen.orders.size, 1)
  await fetchParcel(seen.call, { number: 'P2', kg: 2 })
  assert.equal(seen.orders.size, 2)
})

console.log('resolved')
process.exit(0)
