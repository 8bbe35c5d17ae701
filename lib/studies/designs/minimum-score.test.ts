import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { testEntry, testRow } from '../../retrieval/fixtures/test-memory.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { createBackgroundCache } from '../../retrieval/unrelated-pairs.ts'
import { type LabelledQuestion, scoresOf } from './minimum-score.ts'

const embedder = createLocalEmbedder()
const THINGS = ['page cursor', 'thread lock', 'time zone', 'cache key', 'file handle']
const rows = THINGS.map((thing, n) =>
  testRow(
    testEntry(n + 1, {
      category: 'EDIT',
      description: { objective: `change the ${thing}`, keywords: [] },
    }),
    n,
  ),
)
const index = CosineIndex.of(embedder, rows, 1)
const background = createBackgroundCache()
const deps = {
  index,
  embedder,
  background: (scope) => background(index, scope),
  verdictFit: async () => null,
} as Pick<RetrievalDeps, 'index' | 'embedder' | 'background' | 'verdictFit'> as RetrievalDeps
const scope = { projectIds: ['p'] }

const about = (text: string, change: Partial<LabelledQuestion> = {}): LabelledQuestion => ({
  text,
  category: 'EDIT',
  ownInstance: null,
  helps: () => true,
  ...change,
})
const edit = async (questions: LabelledQuestion[]) =>
  (await scoresOf(questions, scope, [], deps)).categories.find(({ category }) => category === 'EDIT')

it('puts the minimum between the winners that helped and those that did not', async () => {
  const good = THINGS.map((thing) => about(`change the ${thing}`))
  const bad = ['a cursor moves', 'some lock', 'the zone of a map', 'any key', 'a file'].map((text) =>
    about(text, { helps: () => false }),
  )
  const floor = await edit([...good, ...bad])
  expect(floor?.relevant).toHaveLength(5)
  expect(floor?.relevant[0]).toBeCloseTo(1, 5)
  expect(floor?.irrelevant).toHaveLength(5)
  expect(floor?.suggested).toBeCloseTo(1, 5)
})

it('takes the question’s own instance out before it ranks', async () => {
  const text = 'change the page cursor'
  const seen: (string | null)[] = []
  const helps: LabelledQuestion['helps'] = ({ instanceId }) => {
    seen.push(instanceId)
    return true
  }
  await edit([about(text, { helps }), about(text, { helps, ownInstance: 'instance-1' })])
  expect(seen[0]).toBe('instance-1')
  expect(seen[1]).not.toBe('instance-1')
})

it('counts neither a winner nobody judged nor a question without a category or a winner', async () => {
  const floor = await edit([
    about('change the page cursor', { helps: () => null }),
    { ...about('change the thread lock'), category: undefined },
    about('change the time zone', { category: 'VERIFY' }),
  ])
  expect(floor).toMatchObject({ relevant: [], irrelevant: [], suggested: null })
})
