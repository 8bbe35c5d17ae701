import { expect, it } from 'vitest'
import { loosePairId } from '../../memory/findings/worklist.ts'
import { changeEntry, storeMany, storeRetrieval } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { claimFindings, releaseFindings, settleFindings, storeScan } from './findings.ts'
import { readClusters, readDismissed, readTriageEntries, readWorklist } from './worklist.ts'

const DUPLICATES = { detector: 'near-duplicate' as const, minScore: null }

async function shop() {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const entries = [like, ...(await storeMany(store, like, [{}, {}, {}, {}, {}]))]
  const { projectId } = like
  const ids = entries.map(({ id }) => id)
  const pair = (older: number, newer: number, score: number) => ({
    older: ids[older] ?? '',
    newer: ids[newer] ?? '',
    score,
  })
  const found = [pair(0, 1, 0.95), pair(1, 2, 0.9)]
  const detail = { sentence: 's', spans: [] }
  const faults = found.map(({ older, newer, score }) => ({
    detector: DUPLICATES.detector,
    entryId: older,
    otherId: newer,
    score,
    detail,
  }))
  await store.record((tx) => storeScan(store, tx, projectId, faults, { at: '', revision: 1, unknown: {} }))
  const loose = [pair(3, 4, 0.8), pair(2, 3, 0.7)]
  const query = { projectId, ...DUPLICATES }
  const list = async (claimedBy?: string, limit = 9) => {
    const { rows, ...counts } = await readWorklist(
      store,
      { ...query, offset: 0, limit, ...(claimedBy ? { claimedBy } : {}) },
      loose,
    )
    return {
      pairs: rows.map(({ entry, other }) => [ids.indexOf(entry.id), ids.indexOf(other?.id ?? '')]),
      rows,
      ...counts,
    }
  }
  return { store, projectId, entries, ids, loose, query, list }
}

it('loose pairs stand after the findings, each with both entries, and count with them', async () => {
  const { list, loose } = await shop()
  const all = await list()
  expect([all.pairs, all.matchCount, all.takenCount]).toEqual([
    [
      [0, 1],
      [1, 2],
      [3, 4],
      [2, 3],
    ],
    4,
    0,
  ])
  expect(all.rows.map(({ finding }) => finding.state)).toEqual(['open', 'open', 'loose', 'loose'])
  expect(all.rows[2]?.finding).toMatchObject({
    id: loosePairId(loose[0] ?? { older: '', newer: '' }),
    score: 0.8,
  })
  expect(await list(undefined, 3)).toMatchObject({
    pairs: [
      [0, 1],
      [1, 2],
      [3, 4],
    ],
    matchCount: 4,
  })
})

it('what one reviewer took, loose pairs too, is not shown to another, and counted as taken', async () => {
  const { store, list, loose, query } = await shop()
  const { ids } = await claimFindings(store, { ...query, by: 'Mara', count: 3 }, loose)
  expect(ids).toHaveLength(3)
  expect(await list('Ivo')).toMatchObject({ pairs: [[2, 3]], matchCount: 1, takenCount: 3 })
  expect((await list('Mara')).pairs).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
    [2, 3],
  ])
  expect(await releaseFindings(store, { projectId: query.projectId, by: 'Mara' })).toEqual({ count: 3 })
  expect((await list('Ivo')).takenCount).toBe(0)
})

it('a loose pair that a person parted is gone from the list and found among what was dismissed, from where it comes back', async () => {
  const { store, projectId, list, loose, query } = await shop()
  const pairs = { projectId, detector: query.detector, pairs: loose.slice(0, 1) }
  const said = { state: 'dismissed' as const, by: 'Mara', reason: 'two things' }
  expect(await settleFindings(store, { ids: [], ...said }, pairs)).toEqual({ count: 1 })
  expect((await list()).pairs).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
  const page = { projectId, detector: query.detector, offset: 0, limit: 9 }
  const { rows, matchCount } = await readDismissed(store, page)
  expect([matchCount, rows.map(({ finding }) => [finding.state, finding.by, finding.reason])]).toEqual([
    1,
    [['parted', 'Mara', 'two things']],
  ])
  await settleFindings(store, {
    ids: rows.map(({ finding }) => finding.id),
    state: 'open',
    by: 'Ivo',
    reason: null,
  })
  expect((await list()).pairs).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
    [2, 3],
  ])
  expect((await readDismissed(store, page)).matchCount).toBe(0)
  const nobody = { ...pairs, pairs: [{ older: 'm_a', newer: 'm_b' }] }
  await expect(settleFindings(store, { ids: [], ...said }, nobody)).rejects.toMatchObject({
    code: 'no-such-finding',
  })
})

it('clusters join what pairs join, the largest first, with the span of their scores; a retired entry parts them', async () => {
  const { store, entries, ids, loose, query } = await shop()
  const clusters = async (more: Parameters<typeof readClusters>[2] = []) => {
    const { clusters: shown, ...counts } = await readClusters(store, query, more)
    return {
      shown: shown.map(({ entries: some, lowest, highest }) => [
        some.map(({ id }) => ids.indexOf(id)),
        lowest,
        highest,
      ]),
      ...counts,
    }
  }
  expect(await clusters()).toEqual({ shown: [[[0, 1, 2], 0.9, 0.95]], clusterCount: 1, entryCount: 3 })
  expect(await clusters(loose.slice(0, 1))).toMatchObject({
    shown: [
      [[0, 1, 2], 0.9, 0.95],
      [[3, 4], 0.8, 0.8],
    ],
    entryCount: 5,
  })
  expect((await clusters(loose)).shown).toEqual([[[0, 1, 2, 3, 4], 0.7, 0.95]])
  const [, middle] = entries
  if (middle) await changeEntry(store, middle, { lifecycle: 'retired' })
  expect(await clusters()).toEqual({ shown: [], clusterCount: 0, entryCount: 0 })
})

it('an entry is shown with how often it was used', async () => {
  const { store, projectId, ids } = await shop()
  for (const winnerId of [ids[0], ids[0], null])
    await storeRetrieval(store, projectId, { winnerId: winnerId ?? null })
  const found = await readTriageEntries(store, [...ids.slice(0, 2), ids[0] ?? '', 'm_gone'])
  expect([...found.values()].map(({ id, servedCount }) => [id, servedCount])).toEqual([
    [ids[0], 2],
    [ids[1], 0],
  ])
})
