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

const { linkedBerth } = await import('../src/links.mjs').catch(() => refuse(STILL))
const { openQuay } = await import('../src/quay.mjs').catch(() => refuse(STILL))
const quay = openQuay({ A: ['A1', 'A2'], B: ['B1'] })

await must(STILL, async () => {
  assert.equal(linkedBerth(quay, '?place=A2'), 'A2')
  assert.equal(linkedBerth(quay, 'place=b1'), 'B1')
  assert.equal(linkedBerth(quay, '?place=Z9'), 'A1')
  assert.equal(linkedBerth(quay, ''), 'A1')
})

await must('the codes on the signs along the pier, printed last spring, all lead to A1', async () => {
  assert.equal(linkedBerth(quay, '?berth=A2'), 'A2')
  assert.equal(linkedBerth(quay, '?berth=A2&place=B1'), 'B1')
})

console.log('resolved')
process.exit(0)
