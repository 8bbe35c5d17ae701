import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const api = () => sample().api
let projectId = ''
let maker = ''
beforeAll(async () => {
  projectId = (await api().project({ name: 'sample' })).id
  maker = (await readings()).makers?.[0]?.maker ?? ''
})
const readings = (queue = '', by = '') => api().reviewQueue({ projectId, task: 'blind', queue, by })
const samples = (queue = '', by = '') => api().reviewQueue({ projectId, task: 'sample', queue, by })
const asked = () => ({ projectId, text: '', facets: { category: ['EDIT'] } })
const drawSample = async (size: number) => (await api().drawSample({ filter: asked(), size, by: 'Mara' })).id
const drawBlind = async (change: object = {}) =>
  (
    await api().drawBlind({
      ...{ project: 'sample', makers: [maker], where: 'any', size: 3, seed: 1, by: 'Mara' },
      ...change,
    })
  ).id
const say = (task: string, queue: string, subject: string, verdict: string, by = 'Mara') =>
  api().settleReview({ projectId, task, queue, subjects: [subject], verdict, by })
const back = (task: string, queue: string, by = 'Mara') =>
  api().takeBackReview({ projectId, task, queue, by })

describe('a sample', () => {
  it('is judged in one order by everyone, without category, flags, findings and maker', async () => {
    const id = await drawSample(6)
    const [mara, ivo] = [await samples(id, 'Mara'), await samples(id, 'Ivo')]
    expect(mara).toMatchObject({ isBlind: true, left: 6, done: 0, total: 6, sample: { asked: asked() } })
    expect(ivo.items).toEqual(mara.items)
    expect(JSON.stringify(mara.items)).not.toMatch(/EDIT|"(flags|extractor|score|category)"|model-v/)
    expect(mara.sample?.report.marks).toEqual([])
  })

  it('is as large as what there is where less is there, and has a seed of its own', async () => {
    const [one, other] = [await samples(await drawSample(1_000)), await samples(await drawSample(1_000))]
    expect(one.total).toBe(one.sample?.population)
    expect(one.basis?.[0]).toMatch(/^seed \d+$/)
    expect(other.basis).not.toEqual(one.basis)
  })

  it('keeps the last word of each who judges, and forgets one that is taken back', async () => {
    const id = await drawSample(2)
    const [first, second] = (await samples(id)).items.map((item) => item.id)
    await say('sample', id, first ?? '', 'junk')
    await say('sample', id, first ?? '', 'keep')
    await say('sample', id, first ?? '', 'keep', 'Nils')
    expect(await samples(id, 'Mara')).toMatchObject({ left: 1, done: 1, items: [{ id: second }] })
    expect((await samples(id)).sample?.report).toMatchObject({ judgedCount: 1, junk: { count: 0, n: 1 } })
    expect(await back('sample', id)).toMatchObject({ item: first, revision: null })
    expect(await samples(id, 'Mara')).toMatchObject({ left: 2, done: 0 })
    expect((await samples(id, 'Nils')).done).toBe(1)
    expect((await samples()).earlier?.find((one) => one.id === id)?.words).toMatch(/^1 of 2 judged, from /)
    expect(await back('sample', id)).toBeNull()
  })

  it('that is not there, or of another project, is not found, and takes only what was drawn', async () => {
    const id = await drawSample(1)
    await expect(samples('qs_nope')).rejects.toMatchObject({ code: 'no-such-queue', status: 404 })
    const elsewhere = { projectId: 'p_other', task: 'sample', queue: id }
    await expect(api().reviewQueue(elsewhere)).rejects.toMatchObject({ code: 'no-such-queue' })
    await expect(say('sample', id, 'm_nope', 'junk')).rejects.toMatchObject({ code: 'not-drawn' })
    await expect(say('sample', id, 'm_nope', 'good')).rejects.toMatchObject({ code: 'no-such-verdict' })
    expect((await api().reviewQueue({ projectId: 'p_other', task: 'sample' })).earlier).toEqual([])
  })
})

describe('a blind reading', () => {
  it('can be drawn from who wrote something here, and from nobody elsewhere', async () => {
    const { makers = [] } = await readings()
    expect(makers.length).toBeGreaterThan(0)
    for (const { entryCount } of makers) expect(entryCount).toBeGreaterThan(0)
    await expect(drawBlind({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
    await expect(drawBlind({ makers: ['nobody-v1'] })).rejects.toMatchObject({ code: 'nothing-to-draw' })
  })

  it('takes the seed that is named, 0 too, and is the same for it; where none is named one is drawn', async () => {
    const drawn = async (change: object) => {
      const { seed, items } = (await api().findBlind({ id: await drawBlind(change) })) ?? {}
      return { seed, objectives: items?.map(({ objective }) => objective) }
    }
    expect((await drawn({ seed: 0 })).seed).toBe(0)
    expect(await drawn({ seed: 9 })).toEqual(await drawn({ seed: 9 }))
    expect((await drawn({ seed: 2 })).objectives).not.toEqual((await drawn({ seed: 9 })).objectives)
    const seeds = await Promise.all(Array.from({ length: 12 }, () => drawn({ seed: undefined })))
    for (const { seed = -1 } of seeds)
      expect([Number.isInteger(seed), seed >= 0, seed <= 0x7fffffff]).toEqual([true, true, true])
    expect(new Set(seeds.map(({ seed }) => seed)).size).toBeGreaterThan(8)
    await expect(drawBlind({ seed: 0x80000000 })).rejects.toThrow()
  })

  it('shows each lesson beside its stage, and nothing of who wrote it or how it is named, until all is read', async () => {
    const id = await drawBlind({ seed: 7 })
    const queue = await readings(id, 'Mara')
    expect(queue).toMatchObject({ isBlind: true, left: 3, done: 0, total: 3 })
    expect(queue).not.toHaveProperty('reading')
    expect(queue.basis?.[0]).toMatch(
      /^3 lessons by 1 extractor over 3 of \d+ stages for which any of them wrote/,
    )
    expect(queue.items.map((item) => item.id)).toEqual(['0', '1', '2'])
    expect(JSON.stringify(queue)).not.toMatch(new RegExp(`${maker}|m_[0-9A-Z]{26}|"category"|score`))
    const stages = queue.items.map(({ card }) => (card.kind === 'panes' ? card.panes[1]?.code : ''))
    expect(new Set(stages).size).toBe(3)
    for (const [place, text] of stages.entries()) {
      expect(text?.length).toBeGreaterThan(50)
      expect(await api().blindStage({ id, place })).toEqual({ text })
    }
  })

  it('tells who made which once the last is read, and is closed again where that is taken back', async () => {
    const id = await drawBlind({ seed: 5 })
    for (const place of ['0', '2']) await say('blind', id, place, 'good')
    expect(await readings(id, 'Mara')).toMatchObject({ left: 1, items: [{ id: '1' }] })
    await say('blind', id, '1', 'junk')
    const { reading, left } = await readings(id, 'Mara')
    expect([left, reading?.revealed.made.map((one) => one.maker)]).toEqual([0, [maker, maker, maker]])
    expect(reading?.verdicts).toHaveLength(3)
    // Nothing is blind any more for who comes later.
    expect((await readings(id, 'Nils')).left).toBe(0)
    expect(await back('blind', id)).toMatchObject({ item: '1' })
    const again = await readings(id, 'Mara')
    expect([again.left, 'reading' in again]).toEqual([1, false])
  })

  it('is judged by programs many at a time: all of what came or nothing', async () => {
    const id = await drawBlind({ seed: 8 })
    const judge = (verdicts: { place: number; verdict: 'good' | null }[]) =>
      api().judgeBlind({ id, by: 'Mara', verdicts })
    const good = (place: number) => ({ place, verdict: 'good' as const })
    await expect(judge([good(0), good(9)])).rejects.toMatchObject({ code: 'not-drawn' })
    expect((await api().findBlind({ id }))?.verdicts).toEqual([])
    expect((await judge([0, 1, 2].map(good))).revealed?.made).toHaveLength(3)
    expect(await judge([{ place: 1, verdict: null }])).toMatchObject({ revealed: null })
  })

  it('that is not there cannot be found, read or judged', async () => {
    const id = 'br_nope'
    expect(await api().findBlind({ id })).toBeNull()
    await expect(readings(id)).rejects.toMatchObject({ code: 'no-such-queue' })
    await expect(api().blindStage({ id, place: 0 })).rejects.toMatchObject({ status: 404 })
    const verdicts = [{ place: 0, verdict: 'good' as const }]
    await expect(api().judgeBlind({ id, by: 'Mara', verdicts })).rejects.toMatchObject({ status: 404 })
  })
})
