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
const { available, leave } = await import('../src/leaving.mjs').catch(() => refuse(STILL))
const crew = hire([{ name: 'Odd', role: 'deck' }, { name: 'Ane', role: 'deck' }, { name: 'Jon', role: 'galley' }])

await must(STILL, async () => {
  assert.deepEqual(available(crew, 'deck'), ['Odd', 'Ane'])
  leave(crew, 'Odd', '2025-06-14')
  assert.deepEqual(available(crew, 'deck'), ['Ane'])
  assert.deepEqual(available(crew, 'galley'), ['Jon'])
  assert.throws(() => leave(crew, 'Nobody', '2025-06-14'))
})

await must('of a former deckhand we can no longer say who that was', async () => {
  assert.equal(findPerson(crew, 'Odd')?.role, 'deck')
})

console.log('resolved')
process.exit(0)
