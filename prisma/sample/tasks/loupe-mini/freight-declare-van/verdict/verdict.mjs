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
const { declareVan } = await import('../src/declare.mjs').catch(() => refuse(STILL))

async function declare(parcels) {
  const held = []
  const link = nordlink(async (_path, items) => {
    held.push(...items.slice(0, 20))
    return { ok: true }
  })
  await declareVan(link, parcels)
  return held.map(({ number }) => number).toSorted()
}
const parcel = (number, withdrawn) => ({ number, to: 'Sund', kg: 2, withdrawn })

await must(STILL, async () => {
  assert.deepEqual(await declare([parcel('P1'), parcel('P2', true), parcel('P3')]), ['P1', 'P3'])
  const refusing = nordlink(async () => ({ ok: false }))
  await assert.rejects(declareVan(refusing, [parcel('P1')]))
})

await must('of the 47 parcels in the full call only the first twenty are on the other side of Nordlink', async () => {
  const parcels = Array.from({ length: 47 }, (_, index) => parcel(`P${100 + index}`))
  assert.deepEqual(await declare(parcels), parcels.map(({ number }) => number))
})

console.log('resolved')
process.exit(0)
