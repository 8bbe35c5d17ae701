import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
let project: { id: string; name: string }
beforeAll(async () => {
  project = await sample().memories.project('sample')
})
const page = { sort: 'created', descending: true, offset: 0, limit: 5 } as const
const whole = () => ({ projectId: project.id, text: '', facets: {} })
const memories = (change: Partial<Parameters<ReturnType<typeof sample>['screens']['memories']>[0]> = {}) =>
  sample().screens.memories({ project, asked: whole(), whole: whole(), page, at: null, ...change })

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
    const { api, triage, models } = sample()
    const before = await memories()
    expect([before.savedViews, before.hasGate]).toEqual([[], false])
    const view = { projectId: project.id, name: 'Mine', query: 'text=page' }
    await api.saveView({ ...view, page: 'memories' })
    await api.saveView({ ...view, page: 'map' })
    await api.setReviewGate({ projectId: project.id, on: true })
    const now = await memories()
    expect(now.savedViews).toMatchObject([{ name: 'Mine', query: 'text=page' }])
    expect(now.hasGate).toBe(true)
    expect(now.worklists).toEqual(await triage.worklists(project.id))
    expect(now.status).toEqual(await models.status({ project: 'sample' }))
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
    const view = await sample().triage.samples.find(id)
    const first = view?.items[0]?.entry.id ?? ''
    await api.judgeEntry({ sampleId: id, entryId: first, verdict: 'keep', by: 'Mara' })
    expect(await memories()).toMatchObject({
      sample: { id, judged: 1 },
      report: { judgedCount: 1, isJudged: false },
    })
    await drawn({ category: ['VERIFY'] })
    expect((await memories()).sample?.id).toBe(id)
    expect(part).not.toBe(id)
  })
})

describe('the page of a worklist', () => {
  const asked = (detector: string) => ({
    projectId: project.id,
    detector,
    minScore: null,
    offset: 0,
    limit: 3,
  })

  it('shows its line and the first of its findings', async () => {
    const { heads } = await sample().triage.worklists(project.id)
    const head = heads.find(({ open }) => open > 0)
    const shown = await sample().screens.worklist(asked(head?.detector ?? '') as never)
    expect(shown?.head).toEqual(head)
    expect(shown?.scan?.at).toMatch(/^\d{4}-/)
    expect(shown?.initial.rows.length).toBeGreaterThan(0)
  })

  it('is not there where no detector is called so', async () => {
    expect(await sample().screens.worklist(asked('no-such-detector') as never)).toBeNull()
  })
})

describe('the page of runs', () => {
  const asked = { text: '', outcome: null, offset: 0, limit: 4 }

  it('counts how the runs of the whole project ended, whatever the list is narrowed to', async () => {
    const all = await sample().screens.episodes({ projectId: project.id, ...asked })
    const { resolved, unresolved, unknown } = all.counts
    expect(resolved + unresolved + unknown).toBe(all.list.totalCount)
    expect([resolved > 0, unresolved > 0]).toEqual([true, true])
    for (const narrowed of [
      { text: 'nobodywrotethisword' },
      { outcome: 'resolved' as const },
      { offset: 50 },
    ])
      expect(
        (await sample().screens.episodes({ projectId: project.id, ...asked, ...narrowed })).counts,
      ).toEqual(all.counts)
  })

  it('lists what it is narrowed to', async () => {
    const { list, counts } = await sample().screens.episodes({
      projectId: project.id,
      ...asked,
      outcome: 'unresolved',
    })
    expect(list.matchCount).toBe(counts.unresolved)
    expect(list.rows.map(({ outcome }) => outcome)).toEqual(Array(list.rows.length).fill('unresolved'))
  })

  it('counts nothing of another project', async () => {
    expect((await sample().screens.episodes({ projectId: 'p_other', ...asked })).counts).toEqual({
      resolved: 0,
      unresolved: 0,
      unknown: 0,
    })
  })
})
