import { expect, it } from 'vitest'
import { depsOf } from '../curate/fixtures/curate-deps.ts'
import { retireEntries } from '../curate/retire.ts'
import { listLiveEntries } from '../db/findings/detect-feed.ts'
import {
  claimFindings,
  countFindings,
  listFindings,
  releaseFindings,
  settleFindings,
} from '../db/findings/findings.ts'
import { readClusters, readDismissed, readWorklist } from '../db/findings/worklist.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { claimItem } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { similarPairs } from '../detect/detectors/near-duplicate.ts'
import { compareByWords } from '../detect/word-vectors.ts'
import { detectProject, orderDetection } from './detect-project.ts'
import { createLoosePairs, MOST_COMPARISONS } from './loose-pairs.ts'

const lesson = (act: string) => ({
  description: { objective: `page through a list of orders, ${act}`, keywords: ['boundary'] },
  experience: {
    title: 'One more page',
    kind: 'pattern' as const,
    when: 'A page is full.',
    do: act,
    because: '',
    check: '',
  },
})

async function shop() {
  const store = await openTestStore()
  const a = await storeEntry(store, lesson('ask for one more row than fits on the page'))
  const b = await storeEntry(store, lesson('ask for one more row than fits on the page, then stop'))
  const c = await storeEntry(store, lesson('ask for one more row, and compare the totals with the invoice'))
  const memory = await compareByWords(await listLiveEntries(store, a.projectId))
  const all = await similarPairs(memory, 0.6)
  return { store, a, b, c, projectId: a.projectId, all, loose: createLoosePairs(store) }
}

async function scan(store: Store, projectId: string) {
  await orderDetection(store, projectId)
  const item = await claimItem(store, 'test')
  if (!item) throw new Error('a look was ordered')
  await detectProject(item, { store })
}

it('below what the detector keeps, exactly the pairs are shown that are as alike as was asked for', async () => {
  const { store, projectId, all, loose } = await shop()
  await scan(store, projectId)
  expect(all.filter(({ score }) => score < 0.86).length).toBeGreaterThan(0)
  const list = async (minScore: number | null) => {
    const query = { projectId, detector: 'near-duplicate' as const, minScore, offset: 0, limit: 100 }
    return await readWorklist(store, query, await loose.pairs(projectId, minScore))
  }
  const kept = all.filter(({ score }) => score >= 0.86).length
  expect((await list(null)).matchCount).toBe(kept)
  const low = await list(0.6)
  expect(low.matchCount).toBe(all.length)
  expect(low.rows.map(({ finding }) => finding.score)).toEqual(all.map(({ score }) => score))
  const middle = all[all.length - 2]?.score ?? 1
  expect((await list(middle)).matchCount).toBe(all.length - 1)
})

it('a cluster of less alike entries keeps one, on the server too', async () => {
  const { store, a, b, c, projectId, loose } = await shop()
  await scan(store, projectId)
  const pairs = await loose.pairs(projectId, 0.6)
  const query = { projectId, detector: 'near-duplicate' as const, minScore: 0.6 }
  const { clusters } = await readClusters(store, query, pairs)
  expect(clusters.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[a.id, b.id, c.id]])
  const asDuplicates = { minScore: 0.6, loose: pairs }
  const all = retireEntries(
    { entryIds: [a.id, b.id, c.id], reason: 'duplicate', asDuplicates },
    depsOf(store),
  )
  await expect(all).rejects.toMatchObject({ code: 'whole-cluster' })
  const two = await retireEntries(
    { entryIds: [a.id, b.id], reason: 'duplicate', asDuplicates },
    depsOf(store),
  )
  expect(two.entryCount).toBe(2)
  // The store has changed: what was kept of before does not stand any more.
  expect(await loose.pairs(projectId, 0.6)).toEqual([])
})

it('a loose pair that was dismissed stays away, also after another look, and is found among what was dismissed', async () => {
  const { store, projectId, all, loose } = await shop()
  await scan(store, projectId)
  const list = async (claimedBy?: string) => {
    const query = { projectId, detector: 'near-duplicate' as const, minScore: 0.6, claimedBy }
    const pairs = await loose.pairs(projectId, 0.6)
    return await readWorklist(store, { ...query, offset: 0, limit: 100 }, pairs)
  }
  const settle = async (id: string, state: 'open' | 'dismissed') => {
    const told = await loose.told(projectId, [id])
    const input = { ids: told.findings, state, by: 'Mara', reason: 'other lessons' }
    return await settleFindings(store, input, told.loose)
  }
  const last = (await list()).rows.at(-1)?.finding
  if (!last) throw new Error('there are pairs')
  expect(last).toMatchObject({ state: 'loose', score: all.at(-1)?.score })
  expect(await settle(last.id, 'dismissed')).toEqual({ count: 1 })
  expect((await list()).matchCount).toBe(all.length - 1)
  await scan(store, projectId)
  expect((await list()).rows.map(({ finding }) => finding.id)).not.toContain(last.id)
  const counts = (await countFindings(store, projectId)).get('near-duplicate')
  expect(counts).toMatchObject({ open: all.filter(({ score }) => score >= 0.86).length, dismissed: 1 })
  // From the list of what was dismissed it comes by its row's id, and is no finding for that.
  const dismissed = { projectId, detector: 'near-duplicate' as const, offset: 0, limit: 9 }
  const [parted] = (await readDismissed(store, dismissed)).rows
  expect(parted?.finding).toMatchObject({ state: 'parted', by: 'Mara', reason: 'other lessons' })
  const row = { ids: [parted?.finding.id ?? ''], by: 'Ivo', reason: null }
  await settleFindings(store, { ...row, state: 'open' })
  expect((await list()).rows.at(-1)?.finding).toEqual(last)
  expect((await readDismissed(store, dismissed)).matchCount).toBe(0)
  await settleFindings(store, { ...row, state: 'dismissed' })
  expect((await list()).matchCount).toBe(all.length - 1)
  // Taken back, it stands where it stood, and among the findings it never was.
  await settle(last.id, 'open')
  expect((await list()).rows.at(-1)?.finding).toEqual(last)
  await scan(store, projectId)
  expect(
    (
      await listFindings(store, {
        projectId,
        detector: 'near-duplicate',
        minScore: null,
        offset: 0,
        limit: 9,
      })
    ).rows,
  ).toHaveLength(all.filter(({ score }) => score >= 0.86).length)
  await expect(settle('pair_m_x_m_y', 'dismissed')).rejects.toMatchObject({ code: 'no-such-finding' })
})

it('loose pairs are claimed after the findings, kept from others, and given back', async () => {
  const { store, projectId, all, loose } = await shop()
  await scan(store, projectId)
  const query = { projectId, detector: 'near-duplicate' as const, minScore: 0.6 }
  const pairs = await loose.pairs(projectId, 0.6)
  const listOf = (claimedBy: string) =>
    readWorklist(store, { ...query, claimedBy, offset: 0, limit: 100 }, pairs)
  const claimed = await claimFindings(store, { ...query, by: 'Mara', count: all.length - 1 }, pairs)
  expect(claimed.ids).toHaveLength(all.length - 1)
  await scan(store, projectId)
  expect((await listOf('Mara')).rows.map(({ finding }) => finding.claimedBy)).toEqual([
    ...claimed.ids.map(() => 'Mara'),
    null,
  ])
  expect(await listOf('Ivo')).toMatchObject({ matchCount: 1, takenCount: all.length - 1 })
  expect((await claimFindings(store, { ...query, by: 'Ivo', count: 20 }, pairs)).ids).toHaveLength(1)
  expect(await releaseFindings(store, { projectId, by: 'Mara' })).toEqual({ count: all.length - 1 })
  expect(await listOf('Ivo')).toMatchObject({ matchCount: all.length, takenCount: 0 })
  // Only what is as alike as was asked for.
  const best = { ...query, minScore: all[0]?.score ?? 1 }
  expect((await claimFindings(store, { ...best, by: 'Mara', count: 20 })).ids).toHaveLength(1)
})

it('a memory with too many comparisons ends its slider at the findings, and says why', async () => {
  const { store, a, projectId, loose } = await shop()
  expect(await loose.reach(projectId)).toEqual({ kept: 0.86, from: 0.6, unable: null })
  const count = Math.ceil(Math.sqrt(2 * MOST_COMPARISONS)) + 1
  await store.record((tx) =>
    tables(tx).$executeRawUnsafe(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO "Entry" ("id", "projectId", "scope", "category", "objective", "keywords", "title", "kind", "whenText", "doText",
         "becauseText", "checkText", "extractor", "lifecycle", "pinned", "flags", "citations", "removed", "suppressionKey", "revision",
         "createdAt", "updatedAt")
       SELECT 'm_01KZ000' || (1000000000000000000 + i), "projectId", "scope", "category", "objective", "keywords", "title", "kind", "whenText",
         "doText", "becauseText", "checkText", "extractor", "lifecycle", "pinned", "flags", "citations", "removed", 'k' || i, "revision",
         "createdAt", "updatedAt" FROM "Entry", n WHERE "id" = ?`,
      a.id,
    ),
  )
  const reach = await loose.reach(projectId)
  expect(reach).toMatchObject({ kept: 0.86, from: 0.86 })
  expect(reach.unable).toMatch(/more than the 2,000,000 a page asks for/)
  expect(await loose.pairs(projectId, 0.6)).toEqual([])
})
