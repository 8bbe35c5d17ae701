import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { ENTRY_FACETS } from '../../memory/filter/entry-fields.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { createRandom } from '../../memory/statistics.ts'
import { setOutcome } from '../episodes/episodes.ts'
import { changeEntry, storeFinding, storeMany, storeRetrieval, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { removeProject } from '../projects.ts'
import { purgeRows } from '../purge/purge.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { freshTable, placeOf, rowsByObjective } from './entry-table.ts'

/** What a table says, row by row: codes of one that was built anew may differ. */
async function told(store: Store, projectId: string) {
  const table = await freshTable(store, projectId)
  if (!table) return null
  const { seqs, ids, served, facets } = table
  const valueAt = (facet: (typeof ENTRY_FACETS)[number], row: number) =>
    facets[facet].values[facets[facet].codes[row] ?? -1]
  const rows = ids.map((id, row) => ({
    ...{ id, seq: seqs[row], served: served[row] },
    ...Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, valueAt(facet, row)])),
  }))
  const order = await rowsByObjective(store, projectId, table)
  return { rows, order: order.map((row) => ids[row]) }
}

it('a table that followed every change says what one says that is built anew', async () => {
  const store = await openTestStore()
  const run = await storeRun(store, { stages: [{}], backbone: 'm-1' })
  const { projectId, episodeId, stageIds } = run
  const random = createRandom(5)
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
  const own = { projectId, episodeId, subtaskId: stageIds[0] ?? null }
  const live: MemoryEntry[] = [await storeEntry(store, own)]
  const add = async () => {
    const some = {
      lifecycle: pick(LIFECYCLES),
      flags: pick([[], ['a'], ['a', 'b', 'a']]),
      repo: pick([null, 'z/z']),
    }
    const description = { objective: pick(['Beta', 'alpha', 'gamma', 'ALPHA']), keywords: [] }
    live.push(
      ...(await storeMany(store, pick(live), [{ ...some, description }, pick([own, { episodeId: null }])])),
    )
  }
  const change = async () => {
    const at = Math.floor(random() * live.length)
    const to = { category: pick(CATEGORIES), lifecycle: pick(LIFECYCLES), beside: pick([true, false]) }
    const more = {
      repo: pick([null, 'a/a']),
      reviewedBy: pick(['Mara', null]),
      extractor: pick(['hand', 'rules-v1']),
    }
    live[at] = await changeEntry(store, live[at] as MemoryEntry, { ...to, ...more })
  }
  const outcome = () =>
    store.record((tx) => setOutcome(tx, episodeId, pick(['resolved', 'unresolved', null]), null))
  const found = () =>
    storeFinding(store, pick(live), pick(['leak', 'vague']), { otherId: pick([null, pick(live).id]) })
  const settled = () =>
    store.record((tx) => tables(tx).finding.updateMany({ data: { state: pick(['open', 'gone']) } }))
  const trimmed = () =>
    store.record((tx) => tables(tx).retrieval.deleteMany({ where: { winnerId: pick(live).id } }))
  const purge = async () => {
    const [gone] = live.length > 3 ? live.splice(Math.floor(random() * live.length), 1) : []
    if (gone)
      await store.write({ by: 'test', verb: 'purge', projectId }, async (tx, revise) =>
        purgeRows(store, tx, await revise(), [gone], { by: 'test', mask: (text) => text }),
      )
  }
  const other = async () => {
    await storeRun(store, { project: 'other', stages: [{}] })
    if (random() < 0.5) await removeProject(store, 'other')
  }
  const win = () => storeRetrieval(store, projectId, { winnerId: pick(live).id })
  const acts = [add, add, change, change, win, win, outcome, found, settled, trimmed, purge, other]
  for (let turn = 0; turn < 45; turn++) {
    await pick(acts)()
    // A store of another name has no table yet.
    expect(await told(store, projectId)).toEqual(await told({ ...store }, projectId))
  }
  expect(live.length).toBeGreaterThan(10)
})

it('a project without an entry has no table, and a finding of a pair counts for both of its entries', async () => {
  const store = await openTestStore()
  const one = await storeEntry(store)
  const other = await storeEntry(store)
  await storeFinding(store, one, 'vague')
  await storeFinding(store, one, 'near-duplicate', { otherId: other.id })
  const rows = (await told(store, one.projectId))?.rows
  expect(rows?.map((row) => 'finding' in row && row.finding)).toEqual([
    ['near-duplicate', 'vague'],
    ['near-duplicate'],
  ])
  expect(await freshTable(store, 'p_none')).toBeNull()
})

it('calls that come at once get the same state, none older than its call', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  const first = freshTable(store, projectId)
  await storeEntry(store)
  const [a, b] = await Promise.all([freshTable(store, projectId), freshTable(store, projectId)])
  expect([a?.ids.length, b?.ids.length]).toEqual([2, 2])
  await first
})

it('finds the row of an entry by its number, and refuses one that came before a later one', () => {
  const seqs = [1, 4, 9, 12]
  expect(seqs.map((seq) => placeOf(seqs, seq))).toEqual([0, 1, 2, 3])
  for (const seq of [0, 2, 10, 13]) expect(() => placeOf(seqs, seq)).toThrow(RangeError)
})
