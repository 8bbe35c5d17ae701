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

const { payByCard } = await import('../src/pay-by-card.mjs').catch(() => refuse(STILL))

/** A terminal whose answers get lost so many times; what it has booked, by reference. */
function terminal(lost) {
  const booked = new Map()
  const seen = { calls: 0, booked }
  seen.line = async ({ reference, cents }) => {
    seen.calls += 1
    booked.set(reference, cents)
    if (seen.calls <= lost) throw new Error(`line dropped ${seen.calls}`)
    return { accepted: true }
  }
  return seen
}

await must(STILL, async () => {
  for (const lost of [1, 2]) assert.equal(await payByCard(terminal(lost).line, 500), true)
  const dead = terminal(9)
  await assert.rejects(payByCard(dead.line, 500), /line dropped/)
  assert.equal(dead.calls, 3)
  let asked = 0
  assert.equal(await payByCard(async () => ({ accepted: asked++ > 0 }), 500), false)
})

await must("the first try had gone through after all, and the guest's card was charged twice", async () => {
  const seen = terminal(2)
  await payByCard(seen.line, 500)
  assert.deepEqual([...seen.booked.values()], [500])
  await payByCard(seen.line, 700)
  assert.deepEqual([...seen.booked.values()], [500, 700])
})

console.log('resolved')
process.exit(0)
