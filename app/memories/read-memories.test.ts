import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '@/lib/fixtures/open-test-loupe.ts'
import { readMemories } from './read-memories.ts'

const sample = sampleForAll()
let project: { id: string; name: string }
beforeAll(async () => {
  project = await sample().api.project({ name: 'sample' })
})
const page = { sort: 'created', descending: true, offset: 0, limit: 5 } as const
const whole = () => ({ projectId: project.id, text: '', facets: {} })
const memories = (change: Partial<Parameters<typeof readMemories>[0]> = {}) =>
  readMemories({ project, asked: whole(), whole: whole(), page, at: null, ...change }, sample().api)

describe('the page of memories', () => {
  it('shows what is asked for, and counts the whole project beside it', async () => {
    const { list, everything } = await memories({ asked: { ...whole(), facets: { category: ['EDIT'] } } })
    expect(list.rows.map(({ category }) => category)).toEqual(Array(5).fill('EDIT'))
    expect(everything.rows).toEqual([])
    const counted = everything.facets.category.reduce((sum, { count }) => sum + count, 0)
    expect([everything.matchCount, counted]).toEqual([everything.totalCount, everything.totalCount])
    expect(list.matchCount).toBeLessThan(everything.matchCount)
  })

  it('peeks into the first entry where none is named', async () => {
    const { list, peek } = await memories()
    expect(peek?.entry.id).toBe(list.rows[0]?.id)
  })

  it('peeks into the one that is named, on this page or not, and into none that is not there', async () => {
    const { list } = await memories({ page: { ...page, offset: 20 } })
    const id = list.rows[2]?.id ?? ''
    expect((await memories({ at: id })).peek?.entry.id).toBe(id)
    expect((await memories({ at: 'm_nope' })).peek).toBeNull()
  })

  it('has nothing to peek into where nothing matches', async () => {
    const { list, peek, everything } = await memories({ asked: { ...whole(), text: 'nobodywrotethisword' } })
    expect([list.matchCount, list.rows, peek]).toEqual([0, [], null])
    expect(everything.matchCount).toBeGreaterThan(0)
  })

  it('is refused as its filter is', async () => {
    await expect(memories({ asked: { ...whole(), area: 'nowhere' } })).rejects.toMatchObject({
      code: 'bad-area',
    })
  })

  it('has the views saved for it, whether a gate is set, the worklists, and how work of models stands', async () => {
    const { api } = sample()
    const before = await memories()
    expect([before.savedViews, before.hasGate]).toEqual([[], false])
    const view = { projectId: project.id, name: 'Mine', query: 'text=page' }
    await api.saveView({ ...view, page: 'memories' })
    await api.saveView({ ...view, page: 'map' })
    await api.setReviewGate({ projectId: project.id, on: true })
    const now = await memories()
    expect(now.savedViews).toMatchObject([{ name: 'Mine', query: 'text=page' }])
    expect(now.hasGate).toBe(true)
    expect(now.worklists).toEqual(await api.worklists({ projectId: project.id }))
    expect(now.status).toEqual(await api.distilStatus({ project: 'sample' }))
    await api.setReviewGate({ projectId: project.id, on: false })
  })

  it('tells what a sample of the whole project says once somebody judged, and nothing of samples of a part', async () => {
    const { api } = sample()
    const drawn = async (facets: object) =>
      (await api.drawSample({ filter: { ...whole(), facets }, size: 10, by: 'Mara' }))?.id ?? ''
    expect(await memories()).toMatchObject({ sample: null, report: null })
    const part = await drawn({ category: ['EDIT'] })
    expect((await memories()).sample).toBeNull()
    const id = await drawn({})
    expect(await memories()).toMatchObject({ sample: { id, judged: 0 }, report: null })
    const queue = { projectId: project.id, task: 'sample', queue: id }
    const [first] = (await api.reviewQueue(queue)).items
    await api.settleReview({ ...queue, subjects: [first?.id ?? ''], verdict: 'keep', by: 'Mara' })
    expect(await memories()).toMatchObject({
      sample: { id, judged: 1 },
      report: { judgedCount: 1, isJudged: false },
    })
    await drawn({ category: ['VERIFY'] })
    expect((await memories()).sample?.id).toBe(id)
    expect(part).not.toBe(id)
  })
})
