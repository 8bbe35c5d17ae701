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

const { printLabel } = await import('../src/print-label.mjs').catch(() => refuse(STILL))

function desk(jams) {
  const seen = { calls: 0, printed: [] }
  const used = new Set()
  let last = 70
  seen.rolls = { next: () => (last += 1) }
  seen.printer = async ({ number }) => {
    seen.calls += 1
    if (used.has(number)) return 'used'
    used.add(number)
    if (seen.calls <= jams) return 'jam'
    seen.printed.push(number)
    return 'ok'
  }
  return seen
}
const parcel = { number: 'P1', to: 'Sund' }

await must(STILL, async () => {
  const smooth = desk(0)
  assert.equal(await printLabel(smooth.printer, parcel, smooth.rolls), 71)
  const jammed = desk(99)
  await assert.rejects(printLabel(async () => 'jam', parcel, jammed.rolls), /jam/)
})

await must('the label that came out has another number than the one noted, or none came out', async () => {
  for (const jams of [1, 2]) {
    const seen = desk(jams)
    const number = await printLabel(seen.printer, parcel, seen.rolls)
    assert.deepEqual(seen.printed, [number])
  }
})

console.log('resolved')
process.exit(0)
