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

const { addLine, openBill } = await import('../src/bill.mjs').catch(() => refuse(STILL))
const { moveLines } = await import('../src/move-lines.mjs').catch(() => refuse(STILL))
const [from, to] = [openBill('table 1'), openBill('table 2')]
for (const article of ['coffee', 'bun', 'tea']) addLine(from, article, 1, 300)
const articles = (bill) => bill.lines.map(({ article }) => article)

await must(STILL, async () => {
  assert.throws(
    () => moveLines(from, to, [1, 2, 7]),
    (error) => /7/.test(error.message) && !/Cannot read/.test(error.message),
  )
})

await must('after the error a coffee and a bun were on a table where nobody sat', async () => {
  assert.deepEqual(articles(from), ['coffee', 'bun', 'tea'])
  assert.deepEqual(articles(to), [])
})

await must('lines that are on the bill no longer move', async () => {
  moveLines(from, to, [1, 3])
  assert.deepEqual(articles(from), ['bun'])
  assert.deepEqual(articles(to).toSorted(), ['coffee', 'tea'])
})

console.log('resolved')
process.exit(0)
