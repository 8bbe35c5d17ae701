import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { LessonChoice } from '../../memory/question-reading.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import type { Corpus } from './strategy.ts'
import { subtaskChosen } from './subtask-chosen.ts'

const embedder = createLocalEmbedder()
const words = ['count the last page', 'count the pages', 'count the rows', 'close the database cursor']
const entries = words.map((objective, i) =>
  testEntry(i + 1, { category: 'EDIT', description: { objective, keywords: [] } }),
)
const index = CosineIndex.of(embedder, entries.map((entry) => testRow(entry)), 1) // biome-ignore format: one thought
const memory: Corpus = {
  ...{ index, embedder, episodes: [] },
  entries: new Map(entries.map((entry) => [entry.id, entry])),
}
const ids = entries.map(({ id }) => id)

async function rankAs(choice: number | null | undefined, category: 'EDIT' | 'VERIFY' = 'EDIT') {
  const asked: LessonChoice[] = []
  const choices = async (one: LessonChoice) => {
    asked.push(one)
    return choice
  }
  const rank = await subtaskChosen.prepare({ ...memory, choices })
  const scope = { projectIds: ['p'] }
  return { asked, ...(await rank({ text: 'count the last page', category, scope, seed: 1, limit: null })) }
}

it('asks about the first three, and puts the chosen one first with the others in their order', async () => {
  const { asked, hits, abstained } = await rankAs(1)
  expect(hits.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2], ids[3]])
  expect(abstained).toBeNull()
  expect(asked).toMatchObject([{ category: 'EDIT', text: 'count the last page' }])
  expect(asked[0]?.lessons.map(({ description }) => description.objective)).toEqual(words.slice(0, 3))
})

it('gives nothing where the model chose none', async () => {
  expect(await rankAs(null)).toMatchObject({ hits: [], kept: 4, abstained: 'unfit' })
})

it('asks nobody where there is nothing to choose from', async () => {
  expect(await rankAs(undefined, 'VERIFY')).toMatchObject({ asked: [], hits: [], abstained: 'cold' })
})

it('refuses a question for which no model has chosen, and a memory of the past', async () => {
  await expect(rankAs(undefined)).rejects.toMatchObject({ code: 'not-read' })
  await expect(subtaskChosen.prepare(memory)).rejects.toMatchObject({ code: 'needs-choices' })
})
