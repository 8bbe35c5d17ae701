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

const { findPerson, hire } = await import('../src/crew.mjs').catch(() => refuse(STILL))
const { publishWeek } = await import('../src/publish.mjs').catch(() => refuse(STILL))
const shift = (id, name) => ({ id, name, from: '2025-06-14T08:00', to: '2025-06-14T12:00' })
const crew = hire([{ name: 'Ane', role: 'deck' }, { name: 'Jon', role: 'deck' }])
const plan = []

await must(STILL, async () => {
  publishWeek(plan, crew, [shift('s1', 'Ane')])
  assert.equal(plan.length, 1)
  assert.equal(findPerson(crew, 'Ane').minutes, 240)
  assert.throws(
    () => publishWeek(plan, crew, [shift('s2', 'Jon'), shift('s3', 'Ane'), shift('s4', 'Petter')]),
    (error) => /Petter/.test(error.message) && !/Cannot (set|read)/.test(error.message),
  )
})

await must('the week was sent back, yet its first days stood in the plan and were counted', async () => {
  assert.deepEqual(plan.map(({ id }) => id), ['s1'])
  assert.equal(findPerson(crew, 'Ane').minutes, 240)
  assert.equal(findPerson(crew, 'Jon').minutes ?? 0, 0)
  publishWeek(plan, crew, [shift('s2', 'Jon'), shift('s3', 'Ane')])
  assert.equal(findPerson(crew, 'Ane').minutes, 480)
})

console.log('resolved')
process.exit(0)
