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

const { readingsOf } = await import('../src/readings.mjs').catch(() => refuse(STILL))
const entry = (meter, reading, minute) => ({ meter, reading, writtenAt: `2025-06-14T08:${minute}` })

await must(STILL, async () => {
  assert.deepEqual(readingsOf([entry('A1', 13, '00'), entry('A2', 7, '02'), entry('A1', 130, '05')]), { A1: 130, A2: 7 })
})

await must('a correction was overruled by the slip of the thumb it corrects', async () => {
  assert.deepEqual(readingsOf([entry('A1', 130, '05'), entry('A1', 13, '00')]), { A1: 130 })
  assert.deepEqual(readingsOf([entry('A1', 5, '03'), entry('A1', 0, '09'), entry('A1', 4, '01')]), { A1: 0 })
})

console.log('resolved')
process.exit(0)
