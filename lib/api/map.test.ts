import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { CATEGORIES } from '../memory/category.ts'

const sample = sampleForAll()
let projectId = ''
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
})
const query = (text: string, category: (typeof CATEGORIES)[number] | null = null) =>
  sample().api.mapQuery({ project: 'sample', text, category })

describe('a question put on the map', () => {
  it('lights up the nearest of its category and one of each other, which it cannot reach', async () => {
    const found = await query('the cursor of the next page', 'EDIT')
    expect([found.category, found.predicted, found.inside.length]).toEqual(['EDIT', false, 15])
    expect(found.outside.map(({ category }) => category).toSorted()).toEqual(
      CATEGORIES.filter((z) => z !== 'EDIT').toSorted(),
    )
    for (const side of [found.inside, found.outside]) {
      const scores = side.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    }
  })

  it('meets there what retrieval answers', async () => {
    const text = 'the cursor of the next page'
    const answer = await sample().api.retrieve({
      project: 'sample',
      text,
      mode: 'subtask',
      category: 'VERIFY',
      strategy: 'subtask',
      limit: 15,
      floor: null,
    })
    expect((await query(text, 'VERIFY')).inside).toEqual(
      answer.hits.map(({ entryId, score }) => ({ id: entryId, score })),
    )
  })

  it('has its category told by the rules where nobody names one', async () => {
    const found = await query('run the tests again and confirm that they pass')
    expect([found.category, found.predicted]).toEqual(['VERIFY', true])
  })

  it('is refused without a word to go by, and for a project that is not there', async () => {
    await expect(query('??? !!!', 'EDIT')).rejects.toMatchObject({ code: 'text-without-words' })
    await expect(
      sample().api.mapQuery({ project: 'nope', text: 'page', category: 'EDIT' }),
    ).rejects.toMatchObject({ code: 'no-such-project' })
  })
})

describe('a map', () => {
  const pca = () => ({ projectId, method: 'pca' as const })

  it('has words and a measure for the places it shows', async () => {
    const { api } = sample()
    const [view, words, kept] = [
      await api.mapView(pca()),
      await api.mapWords(pca()),
      await api.mapKept(pca()),
    ]
    expect(words?.ids).toHaveLength(view.layout?.x.length ?? -1)
    expect(words?.print).toBe(view.layout?.print)
    expect(view.layout?.missingCount).toBe(0)
    expect(kept?.share).toBeGreaterThan(0)
    expect(kept?.share).toBeLessThanOrEqual(1)
  })

  it('that nobody ordered has no places, no words and no measure, and no job', async () => {
    const { api } = sample()
    const umap = { projectId, method: 'umap' as const }
    expect((await api.mapView(umap)).layout).toBeNull()
    expect([await api.mapWords(umap), await api.mapKept(umap), await api.mapJob({ projectId })]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('of a project without entries shows none', async () => {
    const view = await sample().api.mapView({ projectId: 'p_none', method: 'pca' })
    expect([view.liveCount, view.layout?.x.length ?? 0]).toEqual([0, 0])
  })

  it('misses entries that are new, until it is drawn anew', async () => {
    const { api } = sample()
    const before = await api.mapView(pca())
    const experience = {
      kind: 'pattern' as const,
      title: 'One',
      when: 'Then.',
      do: 'Do it.',
      because: 'So.',
      check: '',
    }
    await api.store({
      project: 'sample',
      category: 'EDIT',
      objective: 'mend the page of the map',
      keywords: [],
      ...experience,
    })
    const view = await api.mapView(pca())
    expect(view.liveCount).toBe(before.liveCount + 1)
    expect((view.layout?.x.length ?? 0) + (view.layout?.missingCount ?? 0)).toBe(view.liveCount)
    expect(view.storeRevision).toBeGreaterThan(before.storeRevision)
  })
})
