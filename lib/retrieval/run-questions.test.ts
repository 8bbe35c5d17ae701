import { expect, it } from 'vitest'
import { storeRun } from '../db/fixtures/test-rows.ts'
import { openTestStore } from '../db/fixtures/test-store.ts'
import type { Store } from '../db/store.ts'
import { listRunQuestions } from '../db/vectors/question-vectors.ts'
import type { Embedder } from '../llm/embedder.ts'
import { descriptionText } from '../memory/text/words.ts'
import { createRunQuestions } from './run-questions.ts'

/** Reads a text as its length; says what it was asked to read, a lot at a time. */
function countingEmbedder(cost?: 'none' | 'machine') {
  const lots: string[][] = []
  const embedder: Embedder = {
    ...{ id: 'counting', dimension: 2, ...(cost && { cost }) },
    async embed(texts) {
      lots.push([...texts])
      return texts.map((text) => Float32Array.of(1, text.length))
    },
  }
  return { embedder, lots, read: () => lots.flat().length }
}

/** A store with a run that asked `count` EDIT questions and one VERIFY question. */
async function asked(count: number): Promise<Store> {
  const store = await openTestStore()
  const stages = Array.from({ length: count }, (_, n) => ({
    descriptionAtStart: { objective: `edit ${n}`, keywords: [] },
  }))
  await storeRun(store, {
    repo: 'corner/shop',
    stages: [...stages, { category: 'VERIFY', descriptionAtStart: { objective: 'verify', keywords: ['k'] } }],
  })
  return store
}
const never = () => false
const kept = async (store: Store) =>
  (await listRunQuestions(store, 'counting', 'EDIT')).filter(({ vector }) => vector !== null).length

it('what costs nothing is read when it is asked for, once, and told with where it is from', async () => {
  const store = await asked(3)
  const { embedder, read } = countingEmbedder('none')
  const questions = createRunQuestions(store, embedder)
  const [first, ...others] = await questions.of('EDIT')
  expect(first).toEqual({
    ...{ projectId: expect.stringMatching(/^p_/), instanceId: 'corner__shop-31', repo: 'corner/shop' },
    vector: Float32Array.of(1, 6),
  })
  expect([others.length, (await questions.of('EDIT')).length, read()]).toEqual([2, 3, 3])
  expect([(await questions.of('VERIFY')).length, (await questions.of('ANALYZE')).length, read()]).toEqual([
    ...[1, 0, 4],
  ])
  expect([await kept(store), questions.version()]).toEqual([0, 0])
})

it.each([['machine'], [undefined]] as const)(
  'an answer does not wait for what costs %s: it is left out',
  async (cost) => {
    const { embedder, read } = countingEmbedder(cost)
    const questions = createRunQuestions(await asked(3), embedder)
    expect([await questions.of('EDIT'), read(), questions.version()]).toEqual([[], 0, 0])
  },
)

it('what is read ahead is kept for the next start, and is another version for whoever kept a chance of it', async () => {
  const store = await asked(3)
  const { embedder, read, lots } = countingEmbedder('machine')
  const questions = createRunQuestions(store, embedder)
  await questions.readAhead(never)
  expect([(await questions.of('EDIT')).length, read(), await kept(store), questions.version()]).toEqual([
    3, 4, 3, 4,
  ])
  await questions.readAhead(never)
  const again = createRunQuestions(store, embedder)
  await again.readAhead(never)
  expect([(await again.of('VERIFY')).length, read()]).toEqual([1, 4])
  expect(lots.flat()).toContain(descriptionText({ objective: 'verify', keywords: ['k'] }))
})

it('what may cost money is never read ahead', async () => {
  const store = await asked(1)
  const { embedder, read } = countingEmbedder()
  await createRunQuestions(store, embedder).readAhead(never)
  expect([read(), await kept(store)]).toEqual([0, 0])
})

it('what an answer has read already is kept all the same when it is read ahead', async () => {
  const store = await asked(3)
  const { embedder, read } = countingEmbedder('none')
  const questions = createRunQuestions(store, embedder)
  await questions.of('EDIT')
  await questions.readAhead(never)
  expect([await kept(store), read()]).toEqual([3, 4])
})

it('reads eight at a time, and a stop keeps what was read until then', async () => {
  const store = await asked(20)
  const { embedder, lots, read } = countingEmbedder('machine')
  const questions = createRunQuestions(store, embedder)
  await questions.readAhead(() => read() >= 16)
  expect([lots.map(({ length }) => length), await kept(store), questions.version()]).toEqual([[8, 8], 16, 16])
  await questions.readAhead(never)
  expect([lots.map(({ length }) => length).slice(2), await kept(store)]).toEqual([[4, 1], 20])
})

it('the same words asked twice in a project are one question', async () => {
  const store = await asked(1)
  await storeRun(store, { stages: [{ descriptionAtStart: { objective: 'edit 0', keywords: [] } }] })
  await storeRun(store, {
    project: 'other',
    stages: [{ descriptionAtStart: { objective: 'edit 0', keywords: [] } }],
  })
  const found = await createRunQuestions(store, countingEmbedder('none').embedder).of('EDIT')
  expect(new Set(found.map(({ projectId }) => projectId)).size).toBe(2)
  expect(found).toHaveLength(2)
})
