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

const { fillShifts } = await import('../src/open-shifts.mjs').catch(() => refuse(STILL))
const tap = (shift, name, minute) => ({ shift, name, tappedAt: `2025-06-01T10:${minute}` })
const filled = () => fillShifts(['s4', 's5', 's6'], [tap('s4', 'Jon', '20'), tap('s4', 'Ane', '05'), tap('s4', 'Odd', '40'), tap('s5', 'Odd', '11'), tap('s9', 'Odd', '12')])

await must(STILL, async () => {
  assert.ok(['Jon', 'Ane', 'Odd'].includes(filled().s4))
  assert.equal(filled().s5, 'Odd')
  assert.equal(filled().s6, null)
  assert.ok(!('s9' in filled()))
})

await must('Ane had her finger on the screen before the others, and her tablet was only late to report it', async () => {
  assert.equal(filled().s4, 'Ane')
})

console.log('resolved')
process.exit(0)
