import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { Question } from '../../memory/studies/question.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { createPreparedCache } from '../../retrieval/prepared.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { testEntry, testRow } from '../../retrieval/test-memory.ts'
import { createBackgroundCache } from '../../retrieval/unrelated-pairs.ts'
import { verdictWords } from './verdict-words.ts'

const embedder = createLocalEmbedder()
const entries = ['page cursor', 'thread lock'].map((thing, n) =>
  testEntry(n + 1, { category: 'EDIT', description: { objective: `change the ${thing}`, keywords: [] } }),
)
const rows = entries.map((entry, n) => testRow(entry, n))
const index = CosineIndex.of(embedder, rows, 1)
const background = createBackgroundCache()
const prepare = createPreparedCache(embedder, { entries: async () => entries, episodes: async () => [] })
/** Unrelated questions reach 0.9: only the very words fit. */
const deps: RetrievalDeps = {
  index,
  embedder,
  projectScope: async () => ({ scope: { projectIds: ['p'] }, all: 2, inScope: 2 }),
  entries: async (ids) => entries.filter(({ id }) => ids.includes(id)),
  prepared: (strategy, scope) => prepare(strategy, index, scope),
  background: (scope) => background(index, scope),
  chance: async () => ({ source: 'other-projects', scores: new Float64Array(100).fill(0.9) }),
  openFindings: () => [],
  steps: async () => [],
  items: async () => [],
  now: () => 0,
}
const asks = (change: Partial<Question>): Question => ({
  ...{ id: 'q', text: 'change the page cursor', category: 'EDIT', relevant: ['instance-1'] },
  ...change,
})
/** The words that questions got: labelled, right, without an answer. */
async function wordsOf(...queries: Question[]) {
  const { rows: found } = await verdictWords('shop', queries, [], deps)
  return Object.fromEntries(
    found.flatMap(({ word, n, right, unrelated }) =>
      n + unrelated > 0 ? [[word, [n, right, unrelated]]] : [],
    ),
  )
}

it('holds each word against what would have helped, and against questions that nothing helps', async () => {
  expect(await wordsOf(asks({}), asks({ relevant: ['instance-2'] }), asks({ relevant: [] }))).toEqual({
    fits: [2, 1, 1],
  })
  expect(await wordsOf(asks({ category: 'VERIFY' }))).toEqual({ cold: [1, 0, 0] })
})

it('reads labels as every measure does: the own instance and a grade of 0 help nobody', async () => {
  expect(await wordsOf(asks({ relevant: ['q'] }))).toEqual({ fits: [0, 0, 1] })
  expect(await wordsOf(asks({ grades: { 'instance-1': 0 } }))).toEqual({ fits: [0, 0, 1] })
  expect(await wordsOf(asks({ relevant: [], grades: { 'instance-1': 2 } }))).toEqual({ fits: [1, 1, 0] })
})

it('asks without the question’s own task, and without its future', async () => {
  // Its own lesson taken out, the other one says something else.
  expect(await wordsOf(asks({ id: 'instance-1', relevant: ['instance-2'] }))).toEqual({
    'nothing-fits': [1, 1, 0],
  })
  expect(await wordsOf(asks({ before: 1 }))).toEqual({ fits: [1, 1, 0] })
  expect(await wordsOf(asks({ before: 0 }))).toEqual({ cold: [1, 0, 0] })
})

it('says of a word what it claims, and how many without an answer got it or a better one', async () => {
  const {
    rows: found,
    labelledCount,
    unrelatedCount,
  } = await verdictWords(
    'shop',
    [
      asks({}),
      asks({ relevant: [] }),
      asks({ relevant: [], text: 'release the thread' }),
      asks({ relevant: [], before: 0 }),
    ],
    [],
    deps,
  )
  expect([labelledCount, unrelatedCount]).toEqual([1, 3])
  expect(found.map(({ word, claim, upTo }) => [word, claim, upTo])).toEqual([
    ['fits', 0.05, 1],
    ['weak', 0.2, 1],
    ['nothing-fits', null, 2],
    ['cold', null, 3],
    ['unknown', null, 3],
  ])
})
