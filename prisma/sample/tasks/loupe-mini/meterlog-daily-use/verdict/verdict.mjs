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

const { useByDay } = await import('../src/daily-use.mjs').catch(() => refuse(STILL))
const pulse = (at, units) => ({ at, units })

await must(STILL, async () => {
  const pulses = [pulse('2025-06-15T09:00', 1), pulse('2025-06-14T08:00', 5), pulse('2025-06-15T10:00', 2), pulse('2025-06-14T20:00', 4)]
  assert.deepEqual(useByDay(pulses), [['2025-06-14', 9], ['2025-06-15', 3]])
  assert.deepEqual(useByDay([]), [])
})

await must('laundry done between midnight and four was billed to guests who moved in later that day', async () => {
  const pulses = [pulse('2025-06-15T03:30', 8), pulse('2025-06-14T20:00', 4), pulse('2025-06-15T04:00', 2)]
  assert.deepEqual(useByDay(pulses), [['2025-06-14', 12], ['2025-06-15', 2]])
})

console.log('resolved')
process.exit(0)
