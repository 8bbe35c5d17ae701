import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { QuestionReading } from '../../memory/question-reading.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import type { Corpus } from './strategy.ts'
import { subtaskByModel } from './subtask-by-model.ts'

const embedder = createLocalEmbedder()
const entries = [
  testEntry(1, { category: 'EDIT', description: { objective: 'count the last page', keywords: [] } }),
  testEntry(2, { category: 'EDIT', description: { objective: 'close the database cursor', keywords: [] } }),
  testEntry(3, { category: 'VERIFY', description: { objective: 'count the last page', keywords: [] } }),
]
const index = CosineIndex.of(embedder, entries.map((entry) => testRow(entry)), 1) // biome-ignore format: one thought

async function rankAs(reading: QuestionReading | null, category: 'EDIT' | null) {
  const corpus: Corpus = { index, embedder, episodes: [], entries: new Map(), readings: async () => reading }
  const rank = await subtaskByModel.prepare(corpus)
  return await rank({
    text: 'count the last page',
    category,
    scope: { projectIds: ['p'] },
    seed: 1,
    limit: null,
  })
}

it('asks a whole task as the model’s plan begins, and not with ANALYZE first', async () => {
  const description = { objective: 'close the cursor', keywords: ['database'] }
  const plan: QuestionReading = { plan: [{ category: 'EDIT', description }], probabilities: null }
  const { hits, kept } = await rankAs(plan, null)
  expect([kept, hits[0]?.id]).toEqual([2, entries[1]?.id])
})

it('asks the likeliest category, whatever the question names', async () => {
  const probabilities = { ANALYZE: 0, REPRODUCE: 0.1, EDIT: 0.3, VERIFY: 0.6 }
  const { hits } = await rankAs({ plan: null, probabilities }, 'EDIT')
  expect(hits.map(({ id }) => id)).toEqual([entries[2]?.id])
})

it('refuses a question that no model has read, and a memory that knows of no readings', async () => {
  await expect(rankAs(null, 'EDIT')).rejects.toMatchObject({ code: 'not-read' })
  const bare: Corpus = { index, embedder, episodes: [], entries: new Map() }
  await expect(subtaskByModel.prepare(bare)).rejects.toMatchObject({ code: 'needs-readings' })
})
