import { expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import { createRandom } from '../../memory/statistics.ts'
import { makeProject } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import {
  findSuppression,
  followAdded,
  liftAll,
  liftSuppression,
  listLiveKeys,
  listSuppressed,
  suppressAll,
  suppressPurged,
} from './suppressions.ts'

const KEYS = ['a', 'b', 'c', 'd']

it('after any retiring, purging, lifting and adding, what must not come back is what a list by hand says', async () => {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const { projectId } = like
  const other = await makeProject(store, 'other')
  const known = new Map<string, 'retired' | 'purged'>()
  const random = createRandom(17)
  const entryOf = (key: string, lifecycle: MemoryEntry['lifecycle'] = 'approved'): MemoryEntry => ({
    ...{ ...like, id: store.nextId('m'), suppressionKey: key, lifecycle, reason: `why ${key}` },
  })
  const acts = ['retire', 'purge', 'lift', 'restore', 'add', 'addRetired']
  for (let turn = 0; turn < 60; turn++) {
    const key = KEYS[Math.floor(random() * KEYS.length)] ?? ''
    const act = acts[Math.floor(random() * acts.length)]
    await store.record(async (tx) => {
      if (act === 'retire') await suppressAll(store, tx, [entryOf(key)], 'Mara')
      if (act === 'purge') await suppressPurged(store, tx, [entryOf(key)], 'Mara')
      if (act === 'lift') await liftSuppression(store, tx, projectId, key)
      if (act === 'restore') await liftAll(store, tx, [entryOf(key)])
      if (act === 'add') await followAdded(store, tx, [entryOf(key)], 'Mara')
      if (act === 'addRetired') await followAdded(store, tx, [entryOf(key, 'retired')], 'Mara')
    })
    const before = known.get(key)
    if (act === 'purge') known.set(key, 'purged')
    else if (act === 'lift') known.delete(key)
    else if (act === 'retire' || act === 'addRetired') known.set(key, before ?? 'retired')
    else if (before === 'retired') known.delete(key)
    expect([turn, act, await listSuppressed(store, store, projectId, KEYS)]).toEqual([
      turn,
      act,
      new Set(known.keys()),
    ])
    for (const one of KEYS) {
      const found = await store.record((tx) => findSuppression(store, tx, projectId, one))
      expect(found?.state ?? null).toBe(known.get(one) ?? null)
      // What is purged leaves no reason behind.
      if (found) expect(found.reason).toBe(found.state === 'purged' ? null : `why ${one}`)
    }
  }
  expect(known.size).toBeGreaterThan(1)
  expect(await listSuppressed(store, store, other, KEYS)).toEqual(new Set())
})

it('keeps marks and no key, so that the database alone tells nothing', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store, { suppressionKey: 'a telling key' })
  await store.record((tx) => suppressAll(store, tx, [entry], 'Mara'))
  const [row] = await tables(store).suppression.findMany()
  expect([row?.key.startsWith('h1:'), JSON.stringify(row).includes('telling')]).toEqual([true, false])
})

it('a key is alive in a project while an entry that has it is neither retired nor purged', async () => {
  const store = await openTestStore()
  const live = await storeEntry(store, { suppressionKey: 'live', lifecycle: 'candidate' })
  const gone = await storeEntry(store, { suppressionKey: 'gone', lifecycle: 'retired' })
  const purged = await storeEntry(store, { suppressionKey: 'purged', lifecycle: 'purged' })
  await storeEntry(store, { suppressionKey: 'gone', projectId: await makeProject(store, 'other') })
  const ask = (entries: MemoryEntry[]) =>
    store.record((tx) =>
      listLiveKeys(
        tx,
        live.projectId,
        entries.map(({ suppressionKey }) => suppressionKey),
      ),
    )
  expect(await ask([live, gone, purged])).toEqual(new Set(['live']))
  expect(await ask([])).toEqual(new Set())
})
