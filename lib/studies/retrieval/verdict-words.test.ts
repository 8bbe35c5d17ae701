import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Question } from '../../memory/studies/question.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { EVIDENCE } from '../../retrieval/fit-verdict.ts'
import { testEntry, testRow } from '../../retrieval/fixtures/test-memory.ts'
import { createPreparedCache } from '../../retrieval/prepared.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { createBackgroundCache } from '../../retrieval/unrelated-pairs.ts'
import type { KnownFit } from '../../retrieval/verdict.ts'
import { verdictWords } from './verdict-words.ts'

const embedder = createLocalEmbedder()
const entries = ['page cursor', 'thread lock'].map((thing, n) =>
  testEntry(n + 1, { category: 'EDIT', description: { objective: `change the ${thing}`, keywords: [] } }),
)
const rows = entries.map((entry, n) => testRow(entry, n))
const index = CosineIndex.of(embedder, rows, 1)
const background = createBackgroundCache()
const prepare = createPreparedCache(embedder, { entries: async () => entries, episodes: async () => [] })
/** P is a half at a score of 0.9, and steep. */
const BY_SCORE: KnownFit = {
  n: 100,
  source: 'sample',
  model: {
    means: EVIDENCE.map((name) => (name === 'score' ? 0.9 : 0)),
    scales: EVIDENCE.map(() => 1),
    weights: [[0, 1000, 0, 0, 0, 0, 0, 0]],
  },
  ...{ helped: 50, curve: [] },
  fitsFrom: 0.5,
  weakFrom: 0.2,
  levels: { fits: { n: 1, helped: 1 }, weak: { n: 1, helped: 1 }, 'nothing-fits': { n: 1, helped: 0 } },
}
/** Only a score above 0.9 fits. */
const deps: RetrievalDeps = {
  index,
  embedder,
  projectScope: async () => ({ scope: { projectIds: ['p'] }, all: 2, inScope: 2 }),
  entries: async (ids) => entries.filter(({ id }) => ids.includes(id)),
  prepared: (strategy, scope) => prepare(strategy, index, scope),
  background: (scope) => background(index, scope),
  verdictFit: async () => BY_SCORE,
  openFindings: async () => [],
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
  const { rows: found } = await verdictWords('shop', queries, { episodes: [], grades: [] }, deps)
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

it('holds each word against how its first lessons were graded, with what speaks for each', async () => {
  const named = {
    ...{ extractor: 'model-v1', instanceId: 'instance-1', fromStep: 1, toStep: 2 },
    ...{ reader: 'a', misleads: false },
  }
  const lesson = { ...entries[0], extractor: 'model-v1', fromStep: 1, toStep: 2 } as MemoryEntry
  const known = { ...deps, entries: async () => [lesson] }
  const grades = [{ ...named, query: 'q', grade: 2 }]
  const asked = [asks({}), asks({ id: 'ungraded' })]
  const { rows: found, judged } = await verdictWords('shop', asked, { episodes: [], grades }, known)
  expect(found[0]).toMatchObject({ word: 'fits', n: 2, graded: 1, helped: 1 })
  expect(judged).toMatchObject([{ question: 'q', run: 'instance-1', helps: true }])
  expect(judged[0]?.evidence).toHaveLength(EVIDENCE.length)
})
