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
const { sendHours } = await import('../src/send-hours.mjs').catch(() => refuse(STILL))

async function pay(count) {
  const crew = Array.from({ length: count }, (_, index) => ({ name: `N${100 + index}`, minutes: 60 }))
  const paid = []
  let calls = 0
  const link = nordlink(async (_path, items) => {
    calls += 1
    paid.push(...items.slice(0, 20))
    return { ok: true }
  })
  const names = await sendHours(link, [...crew, { name: 'Idle', minutes: 0 }])
  return { calls, paid: paid.map(({ name }) => name).toSorted(), names, crew: crew.map(({ name }) => name) }
}

await must(STILL, async () => {
  const few = await pay(9)
  assert.equal(few.calls, 1)
  assert.deepEqual(few.paid, few.crew)
  assert.deepEqual(few.names, few.crew)
  assert.ok((await pay(60)).calls < 30)
})

await must('twenty people have their pay slip; number 21 to 60 were in the list that Nordlink called ok', async () => {
  const many = await pay(60)
  assert.deepEqual(many.paid, many.crew)
  assert.deepEqual(many.names, many.crew)
})

console.log('resolved')
process.exit(0)
