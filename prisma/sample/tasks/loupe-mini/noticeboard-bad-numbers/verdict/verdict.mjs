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

const { cleanNumbers } = await import('../src/clean-numbers.mjs').catch(() => refuse(STILL))
const { listReturns } = await import('../src/returns.mjs').catch(() => refuse(STILL))
const numbers = () => cleanNumbers([{ name: 'Bo', phone: '+47 40' }, { name: 'Siv', phone: 'ask at room 12' }, { name: 'Tom' }, { name: 'Una', phone: '402' }])

await must(STILL, async () => {
  assert.deepEqual(numbers(), ['+4740', '402'])
})

await must('Siv waited for a message that never came: her entry was passed over and the desk had no trace of it', async () => {
  assert.equal(listReturns().length, 2)
  assert.match(JSON.stringify(listReturns()), /Siv|ask at room 12/)
})

console.log('resolved')
process.exit(0)
