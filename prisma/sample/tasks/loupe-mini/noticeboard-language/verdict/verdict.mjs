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

const { textFor } = await import('../src/languages.mjs').catch(() => refuse(STILL))
const notice = { texts: { no: 'Stengt', en: 'Closed', de: 'Zu' } }

await must(STILL, async () => {
  assert.equal(textFor(notice, { phone: '401', language: 'en' }), 'Closed')
  assert.equal(textFor(notice, { phone: '401' }), 'Stengt')
  assert.equal(textFor(notice, { phone: '401', language: 'fi' }), 'Stengt')
})

await must('subscribers who signed up last year had their choice forgotten', async () => {
  assert.equal(textFor(notice, { phone: '401', lang: 'en' }), 'Closed')
  assert.equal(textFor(notice, { phone: '401', lang: 'en', language: 'de' }), 'Zu')
})

console.log('resolved')
process.exit(0)
