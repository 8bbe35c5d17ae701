import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { AskedFilter } from '../memory/filter/entry-filter.ts'
import { tokenEstimate } from '../memory/text/words.ts'

const sample = sampleForAll()
let projectId: string
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
})
const newest = { sort: 'created', descending: true, offset: 0, limit: 20 } as const

const list = async (asked: Partial<AskedFilter>, page = {}) =>
  await sample().api.listEntries({ projectId, ...asked, ...newest, ...page })
const idsOf = (found: { rows: { id: string }[] }) => found.rows.map(({ id }) => id)
/** What a filter means, in its own order. */
const meant = async (asked: Partial<AskedFilter>) =>
  idsOf(await list(asked, { sort: 'likeness', limit: 1_000 }))

describe('a project', () => {
  it('is found by its name, the newest one without a name', async () => {
    expect(await sample().api.project({ name: null })).toEqual(await sample().api.project({ name: 'sample' }))
    expect(await sample().api.findProject({ name: 'sample' })).toMatchObject({
      name: 'sample',
      source: 'written',
    })
    expect(await sample().api.findProject({ name: 'Sample' })).toBeNull()
  })

  it('that is not there is refused by a name, and null where somebody only looks', async () => {
    await expect(sample().api.project({ name: 'nope' })).rejects.toMatchObject({
      code: 'no-such-project',
      status: 404,
    })
    expect(await sample().api.findProject({ name: 'nope' })).toBeNull()
    await expect(sample().api.overview({ projectId: 'p_nope' })).rejects.toMatchObject({
      code: 'no-such-project',
    })
  })
})

describe('the overview', () => {
  it('counts what the list of memories counts', async () => {
    const [view, all] = [await sample().api.overview({ projectId }), await list({}, { limit: 0 })]
    const byCategory = Object.fromEntries(all.facets.category.map(({ value, count }) => [value, count]))
    expect(view.categories.map(({ category }) => category)).toEqual([...CATEGORIES])
    expect(view.categories.reduce((sum, { live }) => sum + live, 0)).toBe(all.totalCount)
    for (const { category, live } of view.categories)
      expect([category, live]).toEqual([category, byCategory[category] ?? 0])
  })

  it('proposes worklists whose detector was judged often enough and right in four of five, with as many findings as the queue, and counts the others', async () => {
    const { id } = await sample().api.project({ name: 'sample-trouble' })
    const shown = async () => {
      const { findings, otherFindingCount } = await sample().api.overview({ projectId: id })
      return { proposed: findings.map(({ key, count }) => [key, count]), otherFindingCount }
    }
    const queue = (detector: string) =>
      sample().api.reviewQueue({ projectId: id, task: 'finding', queue: detector, limit: 100 })
    const { heads } = await sample().api.worklists({ projectId: id })
    const all = heads.reduce((sum, { open }) => sum + open, 0)
    const [secrets, pairs] = [(await queue('secret')).left ?? 0, await queue('near-duplicate')]
    expect(await shown()).toEqual({ proposed: [['secret', secrets]], otherFindingCount: all - secrets })
    for (const { id: subject, card } of pairs.items.slice(0, 2)) {
      const [{ id: entryId = '' } = {}] = card.kind === 'entries' ? card.entries : []
      const about = {
        projectId: id,
        task: 'finding',
        queue: 'near-duplicate',
        subjects: [subject],
        by: 'Mara',
      }
      await sample().api.settleReview({ ...about, verdict: 'retire', entryIds: [entryId], reason: 'twice' })
    }
    const left = (await queue('near-duplicate')).left ?? 0
    expect((await shown()).proposed).toEqual([
      ['secret', secrets],
      ['near-duplicate', left],
    ])
    // A pair is one finding of two entries: as entries it would be another number.
    const after = (await sample().api.worklists({ projectId: id })).heads
    expect(after.find(({ detector }) => detector === 'near-duplicate')?.entryCount).not.toBe(left)
  })

  it('says of each category how many of its entries met an earlier one, in the digits of the study, chance beside it', async () => {
    const { categories, project } = await sample().api.overview({ projectId })
    const { byCategory, episodes } = await sample().api.auditRecurrence({ project: project.name })
    expect(episodes).toBe(project.episodeCount)
    const trouble = await sample().api.auditRecurrence({ project: 'sample-trouble' })
    expect([trouble.episodes, trouble.bins, trouble.all.n, trouble.all.share]).toEqual([0, [], 0, null])
    for (const { category, recurrence } of categories) {
      expect(recurrence).toEqual(byCategory.find((one) => one.category === category))
      expect(recurrence?.byChance).toBeGreaterThan(0)
    }
  })
})

describe('a filter as an address says it', () => {
  it('means the entries nearest to one, itself first, of both sides of the wall', async () => {
    const [{ id = '' } = {}] = (await list({})).rows
    const ids = await meant({ like: id })
    expect(ids[0]).toBe(id)
    expect(ids).toHaveLength(51)
    expect(new Set(ids).size).toBe(51)
    const { inside = [], outside = [] } = (await sample().api.findEntry({ id }))?.neighbours ?? {}
    const nearest = [...inside, ...outside].toSorted((a, b) => b.score - a.score)
    expect(ids[1]).toBe(nearest[0]?.entryId)
    const near = await list({ like: id }, { sort: 'likeness', limit: 60 })
    expect(near.matchCount).toBe(51)
    expect(new Set(near.rows.map(({ category }) => category)).size).toBeGreaterThan(1)
    expect(idsOf(near)[0]).toBe(id)
  })

  it('means no entry where it wants those near one that is not there', async () => {
    expect((await list({ like: 'm_nope' })).matchCount).toBe(0)
  })

  it('narrows by each of its places, in the order of the first', async () => {
    const [{ id = '' } = {}] = (await list({})).rows
    const ids = await meant({ like: id })
    const some = [ids[3] ?? '', ids[1] ?? '', 'm_elsewhere']
    expect(await meant({ like: id, ids: some })).toEqual([ids[1], ids[3]])
    expect(await meant({ like: id, ids: [] })).toEqual([])
  })

  it('means the entries inside an area of the map, by whichever method it was drawn', async () => {
    const view = await sample().api.mapView({ projectId, method: 'pca' })
    const words = await sample().api.mapWords({ projectId, method: 'pca' })
    const { x = [], y = [] } = view.layout ?? {}
    const left = x.flatMap((at, i) => (at < 400 ? [words?.ids[i]] : []))
    const area = '-10,-10,400,-10,400,1010,-10,1010'
    expect(y.length).toBe(x.length)
    const ids = await meant({ area })
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.toSorted()).toEqual(left.toSorted())
    await expect(meant({ area, method: 'umap' })).rejects.toMatchObject({ code: 'no-map' })
    await expect(meant({ area: 'x' })).rejects.toMatchObject({
      code: 'bad-area',
    })
  })

  it('is refused where a date of it is none', async () => {
    await expect(meant({ created: { from: 'yesterday' } })).rejects.toThrow('is not a date')
  })
})

describe('an entry', () => {
  it('is told with the message it would inject and its neighbours: nearest first, itself never, on the right side of the wall', async () => {
    for (const { id, category } of (await list({}, { limit: 5 })).rows) {
      const detail = await sample().api.findEntry({ id })
      const { inside, outside } = detail?.neighbours ?? { inside: [], outside: [] }
      expect([inside.length, outside.length]).toEqual([4, 3])
      expect(inside.every((one) => one.category === category)).toBe(true)
      expect(outside.some((one) => one.category === category)).toBe(false)
      for (const side of [inside, outside]) {
        expect(side.map(({ score }) => score)).toEqual(
          side.map(({ score }) => score).toSorted((a, b) => b - a),
        )
        expect(side.some(({ entryId }) => entryId === id)).toBe(false)
      }
      expect(detail?.injectedTokens).toBe(tokenEstimate(detail?.injected ?? ''))
      expect(detail?.injected).toContain(`<memory id="${id}" category="${category}">`)
      expect(detail?.injected).toContain(detail?.entry.experience.do)
    }
  })

  it('is the same alone as on its page, and nothing where it is not stored', async () => {
    const [{ id = '' } = {}] = (await list({})).rows
    expect((await sample().api.findEntryAlone({ id }))?.entry).toEqual(
      (await sample().api.findEntry({ id }))?.entry,
    )
    expect([
      await sample().api.findEntry({ id: 'm_nope' }),
      await sample().api.findEntryAlone({ id: 'm_nope' }),
    ]).toEqual([null, null])
  })

  it('knows its place among those that match, from 1, and none where it does not match', async () => {
    const page = { sort: 'created', descending: true } as const
    const filter = { projectId, facets: { category: ['VERIFY'] } }
    const ids = idsOf(await sample().api.listEntries({ ...filter, ...newest, limit: 200 }))
    const place = (id: string) => sample().api.neighboursInFilter({ ...filter, ...page, id })
    expect(await place(ids[0] ?? '')).toEqual({
      previous: null,
      next: ids[1],
      position: 1,
      count: ids.length,
    })
    expect(await place(ids.at(-1) ?? '')).toEqual({
      previous: ids.at(-2),
      next: null,
      position: ids.length,
      count: ids.length,
    })
    const [{ id: other = '' } = {}] = (await list({ facets: { category: ['EDIT'] } })).rows
    expect(await place(other)).toBeNull()
  })
})

describe('how episodes of a project ended', () => {
  it('is counted over all of them', async () => {
    const { resolved, unresolved, unknown } = await sample().api.countOutcomes({ projectId })
    const { totalCount } = await sample().api.listEpisodes({ projectId, limit: 1 })
    expect(resolved + unresolved + unknown).toBe(totalCount)
    expect([resolved > 0, unresolved > 0]).toEqual([true, true])
    const narrowed = await sample().api.listEpisodes({ projectId, outcome: 'unresolved' })
    expect(narrowed.matchCount).toBe(unresolved)
    expect(narrowed.rows.every(({ outcome }) => outcome === 'unresolved')).toBe(true)
  })

  it('counts nothing of another project', async () => {
    expect(await sample().api.countOutcomes({ projectId: 'p_other' })).toEqual({
      ...{ resolved: 0, unresolved: 0, kept: 0, reverted: 0, unknown: 0 },
    })
  })
})

describe('runs', () => {
  it('are told with their steps, one by one too, and nothing where they are not there', async () => {
    const { rows, totalCount } = await sample().api.listEpisodes({
      projectId,
      text: '',
      outcome: null,
      offset: 0,
      limit: 3,
    })
    expect(rows).toHaveLength(3)
    const all = await sample().api.listEpisodes({
      projectId,
      text: '',
      outcome: null,
      offset: 0,
      limit: 500,
    })
    expect(all.rows).toHaveLength(totalCount)
    const [{ id = '', stepCount = 0 } = {}] = rows
    expect((await sample().api.findEpisode({ id }))?.episode.stepCount).toBe(stepCount)
    expect(await sample().api.findStep({ episodeId: id, n: 1 })).toMatchObject({ n: 1 })
    expect(await sample().api.findStep({ episodeId: id, n: stepCount })).not.toBeNull()
    expect(await sample().api.findStep({ episodeId: id, n: stepCount + 1 })).toBeNull()
    expect([
      await sample().api.findEpisode({ id: 'e_nope' }),
      await sample().api.findStep({ episodeId: 'e_nope', n: 1 }),
    ]).toEqual([null, null])
  })
})
