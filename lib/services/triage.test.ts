import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import type { DetectorName } from '../memory/findings/finding.ts'

const sample = sampleForAll()
let projectId = ''
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
})
const triage = () => sample().triage
const page = { offset: 0, limit: 200 }
const headOf = async (detector: DetectorName) =>
  (await triage().worklists(projectId)).heads.find((head) => head.detector === detector)
const listOf = (detector: DetectorName, change: object = {}) =>
  triage().list({ projectId, detector, minScore: null, ...page, ...change })

describe('a worklist', () => {
  it('counts in its line what its list holds, and its list is not cut', async () => {
    for (const { detector, open } of (await triage().worklists(projectId)).heads) {
      const { matchCount, takenCount, rows } = await listOf(detector)
      expect([detector, matchCount, takenCount]).toEqual([detector, open, 0])
      expect(rows).toHaveLength(Math.min(open, page.limit))
    }
  })

  it('says how far down its scores go where it is one of pairs, and of no other', async () => {
    for (const { detector } of (await triage().worklists(projectId)).heads)
      expect([detector, (await listOf(detector)).reach !== undefined]).toEqual([
        detector,
        detector === 'near-duplicate',
      ])
  })

  it('comes in pages that neither overlap nor leave anything out', async () => {
    const { heads } = await triage().worklists(projectId)
    const { detector } = heads.find(({ open }) => open > 4) ??
      heads[0] ?? { detector: 'junk' as DetectorName }
    const whole = (await listOf(detector)).rows.map(({ finding }) => finding.id)
    const parts: string[] = []
    for (let offset = 0; offset < whole.length; offset += 3)
      parts.push(...(await listOf(detector, { offset, limit: 3 })).rows.map(({ finding }) => finding.id))
    expect(parts).toEqual(whole)
    expect(new Set(parts).size).toBe(parts.length)
  })

  it('of another project holds nothing of this one', async () => {
    const { heads, scan } = await triage().worklists('p_other')
    expect([heads.filter(({ open }) => open > 0), scan]).toEqual([[], null])
  })

  it('of near-duplicates reaches further down when somebody asks, closest first, and finds each pair once', async () => {
    const { kept = 1, from = 1 } = (await listOf('near-duplicate')).reach ?? {}
    expect(from).toBeLessThan(kept)
    const pairs = await triage().loosePairs(projectId, from)
    expect(pairs.length).toBeGreaterThan(0)
    expect(pairs.map(({ score }) => score)).toEqual(pairs.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(pairs.at(-1)?.score).toBeGreaterThanOrEqual(from)
    expect(new Set(pairs.map(({ older, newer }) => [older, newer].toSorted().join())).size).toBe(pairs.length)
    expect(await triage().loosePairs(projectId, null)).toEqual([])
    const [far, near] = [await listOf('near-duplicate', { minScore: from }), await listOf('near-duplicate')]
    // What is a finding already is no loose pair beside it.
    const loose = far.rows.filter(({ finding }) => finding.id.startsWith('pair_'))
    expect(far.matchCount).toBe(near.matchCount + loose.length)
    expect(loose.length).toBeGreaterThan(0)
    for (const { finding } of loose) expect(finding.score).toBeLessThan(kept)
  })

  it('joins near-duplicates into groups of two or more, each entry in one of them', async () => {
    const { from = 1 } = (await listOf('near-duplicate')).reach ?? {}
    const { clusters, clusterCount, entryCount } = await triage().clusters({
      projectId,
      detector: 'near-duplicate',
      minScore: from,
    })
    const ids = clusters.flatMap(({ entries }) => entries.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect([clusters.length, ids.length]).toEqual([clusterCount, entryCount])
    for (const { entries, lowest, highest } of clusters) {
      expect(entries.length).toBeGreaterThanOrEqual(2)
      expect(lowest).toBeLessThanOrEqual(highest)
      expect(lowest).toBeGreaterThanOrEqual(from)
    }
  })
})

describe('a finding', () => {
  const someDetector = async () =>
    (await triage().worklists(projectId)).heads.find(({ open }) => open > 2)?.detector as DetectorName

  it('that is dismissed leaves the list for the other one, with its reason, and comes back', async () => {
    const detector = await someDetector()
    const before = await listOf(detector)
    const id = before.rows[0]?.finding.id ?? ''
    const settle = (state: 'open' | 'dismissed') =>
      triage().settle({ projectId, ids: [id], state, by: 'Mara', reason: 'meant so' })
    expect(await settle('dismissed')).toEqual({ count: 1 })
    expect((await listOf(detector)).matchCount).toBe(before.matchCount - 1)
    expect((await headOf(detector))?.dismissed).toBe(1)
    const { rows } = await triage().dismissed({ projectId, detector, ...page })
    expect(rows.map(({ finding }) => finding)).toMatchObject([{ id, state: 'dismissed' }])
    expect(await settle('open')).toEqual({ count: 1 })
    expect((await listOf(detector)).rows.map(({ finding }) => finding.id)).toEqual(
      before.rows.map(({ finding }) => finding.id),
    )
  })

  it('is not settled with a reason that holds a secret', async () => {
    const reason = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
    const { rows } = await listOf(await someDetector())
    const asked = triage().settle({
      projectId,
      ids: [rows[0]?.finding.id ?? ''],
      state: 'dismissed',
      by: 'Mara',
      reason,
    })
    await expect(asked).rejects.toMatchObject({ code: 'secret', place: 'reason' })
  })

  it('that one reviewer took is not offered to another, until it is given back', async () => {
    const detector = await someDetector()
    const all = await listOf(detector)
    const { ids } = await triage().claim({ projectId, detector, by: 'Mara', count: 2 })
    expect(ids).toHaveLength(2)
    const seen = async (claimedBy: string) => (await listOf(detector, { claimedBy })).matchCount
    expect([await seen('Mara'), await seen('Nils')]).toEqual([all.matchCount, all.matchCount - 2])
    expect((await listOf(detector, { claimedBy: 'Nils' })).takenCount).toBe(2)
    const others = await triage().claim({ projectId, detector, by: 'Nils', count: 2 })
    expect(others.ids.filter((id) => ids.includes(id))).toEqual([])
    await triage().release({ projectId, by: 'Nils' })
    expect(await triage().release({ projectId, by: 'Mara' })).toEqual({ count: 2 })
    expect(await seen('Nils')).toBe(all.matchCount)
  })

  it('stands beside its entry', async () => {
    const detector = await someDetector()
    const [row] = (await listOf(detector)).rows
    const found = await triage().findingsOf(row?.entry.id ?? '')
    expect(found.map(({ id }) => id)).toContain(row?.finding.id)
    expect(await triage().findingsOf('m_nope')).toEqual([])
  })

  it('is found as a pair that is less alike, taken by its name, and dismissed for good', async () => {
    const { from = 1 } = (await listOf('near-duplicate')).reach ?? {}
    const far = await listOf('near-duplicate', { minScore: from })
    const loose = far.rows.find(({ finding }) => finding.id.startsWith('pair_'))
    expect(
      await triage().settle({
        projectId,
        ids: [loose?.finding.id ?? ''],
        state: 'dismissed',
        by: 'Mara',
        reason: null,
      }),
    ).toEqual({ count: 1 })
    const left = await listOf('near-duplicate', { minScore: from })
    expect(left.matchCount).toBe(far.matchCount - 1)
    expect(
      left.rows.some(({ entry, other }) => entry.id === loose?.entry.id && other?.id === loose?.other?.id),
    ).toBe(false)
  })
})

describe('what waits for a person', () => {
  it('is nothing without a gate, and then what comes in new', async () => {
    const { api } = sample()
    expect(await triage().waiting.count(projectId)).toEqual({ count: 0, held: 0 })
    const { rows } = await sample().api.listEntries({
      projectId,
      text: '',
      facets: {},
      sort: 'created',
      descending: true,
      ...page,
    })
    const id = rows[0]?.id ?? ''
    await api.bulk({ verb: 'hold', ids: [id] } as never).catch(() => undefined)
    expect(await triage().waiting.list({ projectId, limit: 10 })).toMatchObject({
      rows: [],
      matchCount: 0,
      takenCount: 0,
    })
    expect(await triage().waiting.claim({ projectId, by: 'Mara', count: 5 })).toEqual({ ids: [] })
    expect(await triage().waiting.release({ projectId, by: 'Mara' })).toEqual({ count: 0 })
  })
})

describe('a sample', () => {
  const asked = () => ({ projectId, text: '', facets: { category: ['EDIT'] } })

  it('is drawn from what its filter means, the same for a seed, and read in that order by everyone', async () => {
    const draw = async (seed: number) =>
      await triage().samples.find(
        (await triage().samples.draw({ asked: asked(), size: 8, seed, by: 'Mara' })).id,
      )
    const [one, same, other] = [await draw(1), await draw(1), await draw(2)]
    const ids = (view: typeof one) => view?.items.map(({ entry }) => entry.id)
    expect(ids(one)).toHaveLength(8)
    expect(ids(same)).toEqual(ids(one))
    expect(ids(other)).not.toEqual(ids(one))
    expect(one?.items.every(({ entry }) => entry.category === 'EDIT')).toBe(true)
    expect(one).toMatchObject({ seed: 1, by: 'Mara', asked: asked(), verdicts: [] })
  })

  it('is as large as what there is where less is there, and says of how many', async () => {
    const { id } = await triage().samples.draw({ asked: asked(), size: 1_000, seed: 3, by: 'Mara' })
    const view = await triage().samples.find(id)
    expect(view?.items).toHaveLength(view?.population ?? -1)
  })

  it('keeps the last word of each who judges, and forgets one that is taken back', async () => {
    const { id } = await triage().samples.draw({ asked: asked(), size: 2, seed: 4, by: 'Mara' })
    const entryId = (await triage().samples.find(id))?.items[0]?.entry.id ?? ''
    const judge = (verdict: 'junk' | 'keep' | null, by: string) =>
      triage().samples.judge({ sampleId: id, entryId, verdict, by })
    await judge('junk', 'Mara')
    await judge('keep', 'Mara')
    await judge('junk', 'Nils')
    const verdicts = async () =>
      (await triage().samples.find(id))?.verdicts.toSorted((a, b) => (a.by < b.by ? -1 : 1))
    expect(await verdicts()).toEqual([
      { entryId, verdict: 'keep', by: 'Mara' },
      { entryId, verdict: 'junk', by: 'Nils' },
    ])
    await judge(null, 'Mara')
    expect(await verdicts()).toEqual([{ entryId, verdict: 'junk', by: 'Nils' }])
    expect((await triage().samples.list(projectId)).find((head) => head.id === id)).toMatchObject({
      judged: 1,
      isWhole: false,
    })
  })

  it('is not there under another id', async () => {
    expect(await triage().samples.find('qs_nope')).toBeNull()
    expect(await triage().samples.list('p_other')).toEqual([])
  })
})
