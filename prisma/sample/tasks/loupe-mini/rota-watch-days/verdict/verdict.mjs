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

const { minutesByDay } = await import('../src/watch-days.mjs').catch(() => refuse(STILL))
const shift = (from, to) => ({ id: from, name: 'Ane', from, to })
const plain = (days) => Object.fromEntries(Object.entries(days).toSorted())

await must(STILL, async () => {
  const two = [shift('2025-06-13T08:00', '2025-06-13T10:00'), shift('2025-06-13T22:00', '2025-06-14T06:00')]
  assert.deepEqual(plain(minutesByDay(two)), { '2025-06-13': 600 })
  assert.deepEqual(plain(minutesByDay([])), {})
})

await must("the watch that begins at two at night is Friday's watch: Saturday begins at four", async () => {
  const night = [
    shift('2025-06-13T20:00', '2025-06-13T21:00'),
    shift('2025-06-14T02:00', '2025-06-14T04:00'),
    shift('2025-06-14T04:00', '2025-06-14T04:30'),
  ]
  assert.deepEqual(plain(minutesByDay(night)), { '2025-06-13': 180, '2025-06-14': 30 })
})

console.log('resolved')
process.exit(0)
