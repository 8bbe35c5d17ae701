import { expect, it } from 'vitest'
import { embedOne } from '../../llm/embedder.ts'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import { descriptionText } from '../../memory/subtask.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../test-memory.ts'
import { explainScore } from './explain.ts'
import { explainHits } from './explain-hits.ts'

const embedder = createLocalEmbedder()
const about = (objective: string) => ({ objective, keywords: [] })
const entries = [
  testEntry(1, { category: 'EDIT', description: about('correct the page boundary') }),
  testEntry(2, { category: 'VERIFY', description: about('release the mutex') }),
]
const deps = {
  index: CosineIndex.of(
    embedder,
    entries.map((entry) => testRow(entry)),
    1,
  ),
  embedder,
  entries: async (ids: readonly string[]) => entries.filter(({ id }) => ids.includes(id)),
}
const [near, far] = entries.map(({ id }) => id)

it('takes each word out in turn, for every entry, and keeps what is lost', async () => {
  const text = 'boundary of a page'
  const explained = await explainHits({ text, entryIds: entries.map(({ id }) => id) }, deps)
  for (const { id, description } of entries) {
    const own = descriptionText(description)
    const { words } = await explainScore(text, { text: own, vector: await embedOne(embedder, own) }, embedder)
    expect(explained[id]?.words).toEqual(
      words.filter(({ lost }) => lost > 0).map(({ word, lost }) => ({ word, share: lost })),
    )
  }
})

it('says whether question and entry share a word; stop words and other forms of a word aside', async () => {
  const text = 'boundaries of the pages'
  const explained = await explainHits({ text, entryIds: [near ?? '', far ?? ''] }, deps)
  expect(explained[near ?? '']?.sharesWord).toBe(true)
  expect(explained[far ?? '']?.sharesWord).toBe(false) // only `the`
})

it('leaves out an entry that is not there any more', async () => {
  expect(Object.keys(await explainHits({ text: 'page', entryIds: ['m_gone', near ?? ''] }, deps))).toEqual([
    near,
  ])
})
