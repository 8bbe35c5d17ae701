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

const { catalogue } = await import('../src/articles.mjs').catch(() => refuse(STILL))
const { totalOf } = await import('../src/quick-order.mjs').catch(() => refuse(STILL))
const articles = catalogue({ coffee: { name: 'Coffee', cents: 350 }, bun: { name: 'Bun', cents: 280 } })

function total(...codes) {
  try {
    return { cents: totalOf(articles, codes.map((code) => ({ code, count: 2 }))) }
  } catch (error) {
    return { error }
  }
}

await must(STILL, async () => {
  assert.equal(total('coffee', 'bun').cents, 1260)
  assert.equal(total().cents, 0)
  assert.ok(!Number.isNaN(total('coffee', 'cofee').cents))
  assert.doesNotMatch(String(total('cofee').error), /Cannot read|is not a function/)
})

await must('an article we do not sell went over the bar for nothing', async () => {
  assert.ok(total('coffee', 'cofee').error instanceof Error)
  assert.match(total('coffee', 'cofee').error.message, /cofee/)
})

console.log('resolved')
process.exit(0)
