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
const { openMeters } = await import('../src/meters.mjs').catch(() => refuse(STILL))
const { reportReadings } = await import('../src/report.mjs').catch(() => refuse(STILL))

async function report(last) {
  const known = []
  const link = nordlink(async (_path, items) => {
    known.push(...items.slice(0, 20))
    return { ok: true }
  })
  await reportReadings(link, openMeters(last))
  return known
}

await must(STILL, async () => {
  assert.deepEqual(await report({ b2: 80, a1: 120, A0: 3 }), [
    { meter: 'A0', reading: 3 },
    { meter: 'A1', reading: 120 },
    { meter: 'B2', reading: 80 },
  ])
})

await must('Nordlink kept the first twenty readings of the call, and the berths after C4 were estimated', async () => {
  const names = Array.from({ length: 53 }, (_, index) => `C${100 + index}`)
  const known = await report(Object.fromEntries(names.map((name) => [name, 7])))
  assert.deepEqual(known.map(({ meter }) => meter), names)
})

console.log('resolved')
process.exit(0)
