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

const { holdDeposit } = await import('../src/deposit.mjs').catch(() => refuse(STILL))
let clock = 1000
const now = () => (clock += 250)

function open(timeouts) {
  const seen = { calls: 0, keys: new Set() }
  seen.bank = async ({ key }) => {
    seen.calls += 1
    seen.keys.add(key)
    if (seen.calls <= timeouts) throw Object.assign(new Error('no answer'), { name: 'Timeout' })
    return { held: true }
  }
  return seen
}
const booking = (id) => ({ id, boat: 'Terna' })

await must(STILL, async () => {
  for (const timeouts of [0, 1, 2]) assert.deepEqual(await holdDeposit(open(timeouts).bank, booking('b1'), now), { held: true })
  const dead = open(9)
  await assert.rejects(holdDeposit(dead.bank, booking('b1'), now), { name: 'Timeout' })
  assert.equal(dead.calls, 3)
  let calls = 0
  const closed = async () => {
    calls += 1
    throw new Error('account closed')
  }
  await assert.rejects(holdDeposit(closed, booking('b1'), now), /account closed/)
  assert.equal(calls, 1)
})

await must('the bank had only been slow, and now holds two deposits for one booking under two keys', async () => {
  const seen = open(2)
  await holdDeposit(seen.bank, booking('b1'), now)
  assert.equal(seen.keys.size, 1)
  await holdDeposit(seen.bank, booking('b2'), now)
  assert.equal(seen.keys.size, 2)
})

console.log('resolved')
process.exit(0)
