import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../llm/local-embedder.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { fullText } from './detector.ts'
import { rankInMeaning, toldAgain } from './told-again.ts'

/** A lesson as far as the rule reads it. */
function lesson(id: string, advice: string, category = 'EDIT'): MemoryEntry {
  return {
    id,
    category,
    description: { objective: advice, keywords: [] },
    experience: { title: '', kind: 'pattern', when: '', do: advice, because: '', check: '' },
  } as unknown as MemoryEntry
}

const ADVICE = {
  original: 'close the file in a finally block so that an early return leaves nothing open',
  retold: 'bind descriptors to scope, whatever way the function ends',
  copy: 'close the file in a finally block so that every early return leaves nothing open',
  other: 'sort rows by a unique column after the date',
}
/** Directions of meaning, by what a text says: a copy and a paraphrase lie beside their original. */
const MEANING: Record<string, number[]> = {
  [ADVICE.original]: [1, 0],
  [ADVICE.retold]: [0.8, 0.6],
  [ADVICE.copy]: [0.99, 0.141],
  [ADVICE.other]: [0, 1],
}
const embedMeaning = async (texts: readonly string[]) =>
  texts.map((text) => Float32Array.from(MEANING[text.split('\n')[0] ?? ''] ?? []))

it('pairs what says the same in other words, and leaves copies to the detector in service', async () => {
  const { pairs } = await toldAgain(
    [lesson('m_1', ADVICE.original), lesson('m_2', ADVICE.retold), lesson('m_3', ADVICE.other)],
    embedMeaning,
  )
  expect(pairs).toMatchObject([{ older: 'm_1', newer: 'm_2', score: expect.closeTo(0.8, 6) }])
  const copies = [lesson('m_1', ADVICE.original), lesson('m_2', ADVICE.copy)]
  const [one, two] = await createLocalEmbedder().embed(copies.map(fullText))
  expect(one?.reduce((sum, value, i) => sum + value * (two?.[i] ?? 0), 0)).toBeGreaterThan(0.48)
  expect((await toldAgain(copies, embedMeaning)).pairs).toEqual([])
})

it('pairs nothing across the wall between categories', async () => {
  const memory = [lesson('m_1', ADVICE.original), lesson('m_2', ADVICE.retold, 'VERIFY')]
  expect((await toldAgain(memory, embedMeaning)).pairs).toEqual([])
})

it('pairs an entry with its nearest only', async () => {
  const memory = [lesson('m_1', ADVICE.retold), lesson('m_2', ADVICE.other), lesson('m_3', ADVICE.original)]
  expect((await toldAgain(memory, embedMeaning)).pairs.map(({ older, newer }) => [older, newer])).toEqual([
    ['m_1', 'm_3'],
  ])
})

it('says where an original stands by nearness in meaning, null where it is not there', async () => {
  const memory = [
    lesson('m_1', ADVICE.original),
    lesson('m_2', ADVICE.retold),
    lesson('m_3', ADVICE.copy),
    lesson('m_4', ADVICE.original, 'VERIFY'),
  ]
  const { meanings } = await toldAgain(memory, embedMeaning)
  expect(rankInMeaning({ entryId: 'm_3', of: 'm_1' }, memory, meanings)).toBe(1)
  expect(rankInMeaning({ entryId: 'm_2', of: 'm_1' }, memory, meanings)).toBe(2)
  expect(rankInMeaning({ entryId: 'm_2', of: null }, memory, meanings)).toBeNull()
})
