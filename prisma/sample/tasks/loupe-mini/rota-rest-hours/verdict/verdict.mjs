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

const { tooShort } = await import('../src/rest.mjs').catch(() => refuse(STILL))
const shift = (id, name, from, to) => ({ id, name, from: `2025-06-${from}`, to: `2025-06-${to}` })

await must(STILL, async () => {
  const shifts = [
    shift('s3', 'Ane', '15T06:00', '15T12:00'),
    shift('s2', 'Jon', '14T23:30', '15T05:00'),
    shift('s1', 'Ane', '14T15:00', '14T23:00'),
    shift('s4', 'Ane', '15T23:00', '16T03:00'),
  ]
  assert.deepEqual(tooShort(shifts), ['s3'])
})

await must('a long shift with a short one inside it was forgotten when the next one was checked', async () => {
  const shifts = [
    shift('long', 'Ane', '14T08:00', '14T22:00'),
    shift('inside', 'Ane', '14T09:00', '14T10:00'),
    shift('next', 'Ane', '14T23:00', '15T02:00'),
  ]
  assert.deepEqual(tooShort(shifts), ['inside', 'next'])
})

console.log('resolved')
process.exit(0)
