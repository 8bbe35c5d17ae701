import { describe, expect, it } from 'vitest'
import { embedOne } from '../../llm/embedder.ts'
import { createLocalEmbedder, localVector } from '../../llm/local-embedder.ts'
import { cosine } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { type Against, explainHits, explainScores } from './explain.ts'

const embedder = createLocalEmbedder()
const pages = 'construct failing test case for off-by-one in pagination; off-by-one, pagination'
const against = { text: pages, vector: localVector(pages) }

async function explainScore(text: string, other: Against) {
  const [explained] = await explainScores(text, [other], embedder)
  return explained ?? { score: Number.NaN, words: [] }
}

describe('explainScores', () => {
  it('says pagination earns the score of the seed’s query, and how much', async () => {
    const text = 'construct test case for cursor-based pagination bug'
    const { score, words } = await explainScore(text, against)
    expect(words[0]?.word).toBe('pagination')
    expect(score).toBe(cosine(localVector(text), against.vector))
    const without = cosine(localVector('construct test case for cursor-based  bug'), against.vector)
    // Apart from words that fall on one place, both ways say the same.
    expect(words[0]?.lost).toBeCloseTo(score - without, 1)
  })

  it('takes a repeated word out everywhere and tells all its places', async () => {
    const { words } = await explainScore('Pagination, then pagination again', against)
    const pagination = words.find(({ word }) => word === 'Pagination')
    expect(pagination?.ranges).toEqual([
      { start: 0, end: 10 },
      { start: 17, end: 27 },
    ])
  })

  it('gives nothing to a word that shares no feature, whatever place it was hashed into', async () => {
    const strangers = ['haiku', 'oboe', 'quince', 'zebu', 'kiwi', 'umlaut', 'yeti', 'jazz']
    const byPlace = strangers.map(
      (word) =>
        cosine(localVector(`pagination ${word}`), against.vector) -
        cosine(localVector('pagination '), against.vector),
    )
    // In places some of them seem to earn more than a word nobody shares can: it only takes from the length.
    expect(Math.max(...byPlace) - Math.min(...byPlace)).toBeGreaterThan(0.01)
    for (const word of strangers) {
      const { words } = await explainScore(`pagination ${word}`, against)
      expect(words.find((one) => one.word === word)?.lost, word).toBeLessThanOrEqual(0)
    }
  })

  it('has nothing to say about a text without words', async () => {
    expect(await explainScore('???', against)).toEqual({ score: 0, words: [] })
  })
})

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
    const { words } = await explainScore(text, { text: own, vector: await embedOne(embedder, own) })
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
