import { expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import { DETECTOR_NAMES, type DetectorName, type FindingState } from '../../memory/findings/finding.ts'
import { createRandom } from '../../memory/statistics.ts'
import { changeEntry, storeFinding, storeMany } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { listVerdicts } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import {
  claimFindings,
  countFindings,
  countUnseen,
  type FoundFault,
  getScanState,
  listFindings,
  listFindingsOf,
  listPairs,
  releaseFindings,
  settleFindings,
  storeScan,
} from './findings.ts'

const SCAN = { at: '2026-01-01T00:00:00.000Z', revision: 1, unknown: {} }
const detail = { sentence: 's', spans: [] }

async function shop(count = 6) {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const entries = [
    like,
    ...(await storeMany(
      store,
      like,
      Array.from({ length: count - 1 }, () => ({})),
    )),
  ]
  const { projectId } = like
  const scan = (faults: FoundFault[]) => store.record((tx) => storeScan(store, tx, projectId, faults, SCAN))
  const fault = (
    detector: DetectorName,
    place: number,
    score: number | null = null,
    other?: number,
  ): FoundFault => ({
    ...{ detector, entryId: entries[place]?.id ?? '', score, detail },
    otherId: other === undefined ? null : (entries[other]?.id ?? ''),
  })
  const open = async (detector: DetectorName, more: { minScore?: number; claimedBy?: string } = {}) => {
    const { rows, ...counts } = await listFindings(store, {
      ...{ projectId, detector, minScore: null, offset: 0, limit: 50, ...more },
    })
    return {
      places: rows.map(({ entryId }) => entries.findIndex(({ id }) => id === entryId)),
      rows,
      ...counts,
    }
  }
  const change = async (place: number, to: Partial<MemoryEntry>) => {
    entries[place] = await changeEntry(store, entries[place] as MemoryEntry, to)
  }
  return { store, projectId, entries, scan, fault, open, change }
}

const stateOf = async (store: Store) =>
  new Map(
    (await tables(store).finding.findMany()).map((row) => [
      `${row.detector} ${row.entryId} ${row.otherId}`,
      row.state as FindingState,
    ]),
  )

it('after any looks and decisions each finding stands as a list of them by hand says', async () => {
  const { store, scan, fault } = await shop()
  const all = [
    fault('vague', 0),
    fault('vague', 1),
    fault('leak', 0),
    fault('near-duplicate', 0, 0.9, 1),
    fault('near-duplicate', 1, 0.8, 2),
  ]
  const keyOf = ({ detector, entryId, otherId }: FoundFault) => `${detector} ${entryId} ${otherId}`
  const known = new Map<string, FindingState>()
  const random = createRandom(3)
  for (let turn = 0; turn < 25; turn++) {
    const found = all.filter(() => random() < 0.5)
    await scan(found)
    const keys = new Set(found.map(keyOf))
    for (const key of keys) if ((known.get(key) ?? 'gone') === 'gone') known.set(key, 'open')
    for (const [key, state] of known) if (state === 'open' && !keys.has(key)) known.set(key, 'gone')
    expect(await stateOf(store)).toEqual(known)
    const rows = await tables(store).finding.findMany({ where: { state: { in: ['open', 'dismissed'] } } })
    for (const row of rows.filter(() => random() < 0.3)) {
      const state = row.state === 'open' ? ('dismissed' as const) : ('open' as const)
      await settleFindings(store, { ids: [row.id], state, by: 'Mara', reason: 'no fault' })
      known.set(`${row.detector} ${row.entryId} ${row.otherId}`, state)
    }
  }
  expect(new Set(known.values()).size).toBe(3)
})

it('a look brings scores and words up to date and keeps its own state for the next page', async () => {
  const { store, projectId, scan, fault, open } = await shop()
  expect(await getScanState(store, projectId)).toBeNull()
  await scan([fault('near-duplicate', 0, 0.8, 1)])
  await scan([{ ...fault('near-duplicate', 0, 0.9, 1), detail: { sentence: 'closer', spans: [] } }])
  const { rows } = await open('near-duplicate')
  expect(rows).toMatchObject([{ score: 0.9, detail: { sentence: 'closer' }, state: 'open', settledAt: null }])
  expect(await getScanState(store, projectId)).toEqual(SCAN)
  await scan([])
  await scan([fault('near-duplicate', 0, 0.9, 1)])
  expect((await open('near-duplicate')).rows).toMatchObject([{ id: rows[0]?.id, settledAt: null }])
})

it('lists the worst first, ties by age, from a score on, and only of entries that serve or wait', async () => {
  const { scan, fault, open, change } = await shop()
  await scan([
    fault('near-duplicate', 0, 0.7, 5),
    fault('near-duplicate', 1, 0.9, 5),
    fault('near-duplicate', 2, 0.7, 4),
    fault('near-duplicate', 3, -0.5, 5),
    fault('vague', 3),
  ])
  expect((await open('near-duplicate')).places).toEqual([1, 0, 2, 3])
  expect(await open('near-duplicate', { minScore: 0.7 })).toMatchObject({ places: [1, 0, 2], matchCount: 3 })
  expect((await open('near-duplicate', { minScore: 0.71 })).places).toEqual([1])
  // One without a score counts as 0.
  expect((await open('vague', { minScore: 0 })).places).toEqual([3])
  expect((await open('vague', { minScore: 0.1 })).places).toEqual([])
  await change(5, { lifecycle: 'retired' })
  expect(await open('near-duplicate')).toMatchObject({ places: [2], matchCount: 1 })
  await change(2, { beside: true })
  expect((await open('near-duplicate')).places).toEqual([])
  await change(5, { lifecycle: 'candidate', beside: true })
  expect((await open('near-duplicate')).places).toEqual([])
  await change(5, { beside: false })
  expect((await open('near-duplicate')).places).toEqual([1, 0, 3])
})

it('counts what the lists hold, and an entry once that stands in several pairs', async () => {
  const { store, projectId, scan, fault, open, change } = await shop()
  await scan([
    fault('echo', 0, 0.9, 1),
    fault('echo', 1, 0.8, 2),
    fault('echo', 3, 0.8, 4),
    fault('vague', 0),
    fault('vague', 5),
  ])
  const [vague] = (await open('vague')).rows
  await settleFindings(store, { ids: [vague?.id ?? ''], state: 'dismissed', by: 'Mara', reason: null })
  await change(4, { lifecycle: 'purged' })
  const counts = await countFindings(store, projectId)
  expect([counts.get('echo'), counts.get('vague'), counts.get('leak'), counts.size]).toEqual([
    { open: 2, dismissed: 0, entryCount: 3 },
    { open: 1, dismissed: 1, entryCount: 1 },
    { open: 0, dismissed: 0, entryCount: 0 },
    DETECTOR_NAMES.length,
  ])
  const pairs = await listPairs(store, { projectId, detector: 'echo', minScore: 0.85 })
  expect(pairs.map(({ score }) => score)).toEqual([0.9])
  expect(await countFindings(store, 'p_none')).toEqual(
    new Map(DETECTOR_NAMES.map((name) => [name, counts.get('leak')])),
  )
})

it('what one reviewer took is kept from others until it is given back, also what was not found for a while', async () => {
  const { store, projectId, scan, fault, open } = await shop()
  const all = [fault('vague', 0), fault('vague', 1), fault('vague', 2)]
  await scan(all)
  const ask = { projectId, detector: 'vague' as const }
  const { ids } = await claimFindings(store, { ...ask, by: 'Mara', count: 2 })
  expect(ids).toHaveLength(2)
  expect((await claimFindings(store, { ...ask, by: 'Ivo', count: 2 })).ids).toHaveLength(1)
  expect(await open('vague', { claimedBy: 'Ivo' })).toMatchObject({
    places: [2],
    matchCount: 1,
    takenCount: 2,
  })
  await scan(all.slice(1))
  expect(await releaseFindings(store, { projectId, by: 'Mara' })).toEqual({ count: 1 })
  await scan(all)
  expect(await open('vague', { claimedBy: 'Ivo' })).toMatchObject({ places: [0, 1, 2], takenCount: 0 })
  expect(await releaseFindings(store, { projectId: 'p_other', by: 'Ivo' })).toEqual({ count: 0 })
})

it('settles all that are named or none, and what is opened again is nobody’s but who opened it', async () => {
  const { store, projectId, scan, fault, open } = await shop()
  await scan([fault('vague', 0), fault('vague', 1)])
  const ids = (await open('vague')).rows.map(({ id }) => id)
  const dismissed = { state: 'dismissed' as const, by: 'Mara', reason: 'fine' }
  await expect(settleFindings(store, { ids: [...ids, 'f_gone'], ...dismissed })).rejects.toMatchObject({
    ...{ code: 'no-such-finding', message: '1 of 3 findings are gone.' },
  })
  expect((await open('vague')).matchCount).toBe(2)
  await claimFindings(store, { projectId, detector: 'vague', by: 'Ivo', count: 9 })
  expect(await settleFindings(store, { ids: [...ids, ...ids], ...dismissed })).toEqual({ count: 2 })
  expect((await open('vague')).matchCount).toBe(0)
  const said = async () =>
    (await listVerdicts(store, { projectId, task: 'finding' })).map(({ queue, verdict, by, reason }) =>
      [queue, verdict, by, reason].join(' '),
    )
  expect(await said()).toEqual(['vague dismiss Mara fine', 'vague dismiss Mara fine'])
  await settleFindings(store, { ids, state: 'open', by: 'Mara', reason: null })
  expect(await said()).toEqual([])
  expect((await open('vague')).rows.map(({ claimedBy, by, reason }) => [claimedBy, by, reason])).toEqual([
    [null, null, null],
    [null, null, null],
  ])
})

it('tells of an entry every open finding, also those in which it is the other one', async () => {
  const { store, entries } = await shop(3)
  const [a, b, c] = entries as [MemoryEntry, MemoryEntry, MemoryEntry]
  await storeFinding(store, a, 'near-duplicate', { otherId: b.id })
  await storeFinding(store, b, 'vague')
  await storeFinding(store, b, 'leak', { state: 'dismissed' })
  await storeFinding(store, c, 'leak')
  expect((await listFindingsOf(store, b.id)).map(({ detector }) => detector)).toEqual([
    'near-duplicate',
    'vague',
  ])
})

it('unseen are the live entries that came or changed after the look; without one all of them', async () => {
  const { store, projectId, entries, change } = await shop(4)
  const revision = entries[3]?.revision ?? 0
  expect(await countUnseen(store, projectId, null)).toBe(4)
  expect(await countUnseen(store, projectId, { revision })).toBe(0)
  await change(0, { flags: ['x'] })
  await change(1, { lifecycle: 'retired' })
  await change(2, { beside: true })
  expect([
    await countUnseen(store, projectId, { revision }),
    await countUnseen(store, projectId, null),
  ]).toEqual([1, 2])
})
