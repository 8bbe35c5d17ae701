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

const { labelLines } = await import('../src/label.mjs').catch(() => refuse(STILL))

await must(STILL, async () => {
  assert.deepEqual(labelLines('Kari Nordmann  Storgata 4'), ['Kari Nordmann', 'Storgata 4'])
  for (const address of ['Nordre Strandgateveien 118 B', 'Ole Hansen Storgate 44', 'abcdefghijklmnopqrst u']) {
    for (const line of labelLines(address)) assert.ok(line.length <= 20)
  }
})

await must('a long word is not broken as the report says', async () => {
  const long = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'
  assert.deepEqual(labelLines(`${long} 4`), ['abcdefghijklmnopqrst', 'uvwxyzabcdefghijklmn', 'opqrstuvwxyz 4'])
  assert.deepEqual(labelLines(`An ${long.slice(0, 25)} 4`), ['An', 'abcdefghijklmnopqrst', 'uvwxy 4'])
})

await must('a part of the address is missing', async () => {
  assert.equal(labelLines('Nordre Strandgateveien 118 B').join(' '), 'Nordre Strandgateveien 118 B')
})

console.log('resolved')
process.exit(0)
