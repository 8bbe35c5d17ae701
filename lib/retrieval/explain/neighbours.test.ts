import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { twoStages } from '../strategies/subtask.ts'
import { nearestTo } from './neighbours.ts'

it('leaves the entry itself out of its neighbours, and in the way of retrieval, whichever is asked first', async () => {
  const embedder = createLocalEmbedder()
  const entries = [1, 2].map((n) =>
    testEntry(n, {
      category: 'EDIT',
      description: { objective: `change the page cursor ${n}`, keywords: [] },
    }),
  )
  const rows = entries.map((entry) => testRow(entry))
  const [entry, other] = entries
  if (!entry || !other) throw new Error('two entries')
  const scope = { projectIds: [entry.projectId] }
  for (const neighboursFirst of [true, false]) {
    const index = CosineIndex.of(embedder, rows, 1)
    const ask = async () =>
      (await twoStages(entry, { scope, limit: 5 }, { index, embedder })).hits.map(({ id }) => id)
    const near = async () =>
      (await nearestTo(entry, scope, { index, embedder }, { inside: 5, outside: 0 })).inside.map(
        ({ id }) => id,
      )
    if (neighboursFirst) expect(await near()).toEqual([other.id])
    expect((await ask()).sort()).toEqual([entry.id, other.id])
    expect(await near()).toEqual([other.id])
  }
})
