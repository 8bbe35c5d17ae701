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

const { readReceipts } = await import('../src/old-till.mjs').catch(() => refuse(STILL))
const { readSlips } = await import('../src/slips.mjs').catch(() => refuse(STILL))
const row = (at, total) => ({ at: `2025-06-14T${at}`, total })
const receipts = () => readReceipts([row('19:05', '12.50'), row('20:11'), row('21:00', '0.80'), row('22:33', 'VOID?')])

await must(STILL, async () => {
  assert.deepEqual(receipts(), [
    { at: '2025-06-14T19:05', cents: 1250 },
    { at: '2025-06-14T21:00', cents: 80 },
  ])
})

await must('two receipts are in neither the sum nor on any slip, and the office was never asked about them', async () => {
  const slips = JSON.stringify(readSlips())
  for (const sign of ['20:11', '22:33']) assert.ok(slips.includes(sign))
  assert.ok(!slips.includes('19:05'))
})

console.log('resolved')
process.exit(0)
