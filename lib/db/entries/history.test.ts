import { expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { createRandom } from '../../memory/statistics.ts'
import { changeEntry, makeProject, storeRevision, storeRun } from '../fixtures/test-rows.ts'
import { embed, openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { purgeRows } from '../purge/purge.ts'
import { findRevisionAt, listEntriesAt, listPositionsAt, listVectors, requirePast } from './history.ts'

it('at every revision the log alone gives back the entries that were there then, project by project', async () => {
  const store = await openTestStore()
  const random = createRandom(9)
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
  const ids = [await makeProject(store), await makeProject(store, 'other')]
  let now: MemoryEntry[] = []
  const past = new Map<number, MemoryEntry[]>()
  for (let turn = 0; turn < 40; turn++) {
    const entry = pick(now)
    if (!entry || random() < 0.4) now = [...now, await storeEntry(store, { projectId: pick(ids) })]
    else {
      const to = { lifecycle: pick(LIFECYCLES), flags: [`turn ${turn}`], projectId: pick(ids) }
      const after = await changeEntry(store, entry, to)
      now = now.map((one) => (one.id === entry.id ? after : one))
    }
    past.set(Math.max(...now.map(({ revision }) => revision)), now)
  }
  for (const [revision, entries] of past)
    for (const projectIds of [[ids[0] ?? ''], [ids[1] ?? ''], ids, []])
      expect(await listEntriesAt(store, projectIds, revision)).toEqual({
        ...{ revision, goneCount: 0 },
        entries: entries.filter(({ projectId }) => projectIds.includes(projectId)),
      })
  expect((await listEntriesAt(store, ids, 0)).entries).toEqual([])
})

it('says how many were there whose words are gone since', async () => {
  const store = await openTestStore()
  const [one, other] = [await storeEntry(store), await storeEntry(store)]
  const { projectId } = one
  await store.write({ by: 'test', verb: 'purge', projectId }, async (tx, revise) =>
    purgeRows(store, tx, await revise(), [one], { by: 'test', mask: (text) => text }),
  )
  const then = await listEntriesAt(store, [projectId], other.revision)
  expect([then.entries.map(({ id }) => id), then.goneCount]).toEqual([[other.id], 1])
  expect((await listEntriesAt(store, ['p_none'], other.revision)).goneCount).toBe(0)
})

it('finds the last revision made until an instant, that instant included', async () => {
  const store = await openTestStore()
  const at = async (iso: string) => await findRevisionAt(store, new Date(iso))
  expect(await at('2030-01-01T00:00:00Z')).toBe(0)
  const first = await storeRevision(store, {})
  const before = store.now()
  const second = await storeRevision(store, {})
  const [then, since] = [new Date(before.getTime() + 1_000), new Date(before.getTime() + 999)]
  expect(await findRevisionAt(store, then)).toBe(second)
  expect(await findRevisionAt(store, since)).toBe(first)
  expect(await at('2025-12-31T23:59:59.999Z')).toBe(0)
})

it('knows the places of the runs that were there at an instant', async () => {
  const store = await openTestStore()
  const first = await storeRun(store)
  const between = store.now()
  const second = await storeRun(store)
  await storeRun(store, { project: 'other' })
  const at = (moment: Date) => listPositionsAt(store, [first.projectId], moment)
  expect(await at(between)).toEqual(new Map([[first.episodeId, 0]]))
  expect(await at(store.now())).toEqual(
    new Map([
      [first.episodeId, 0],
      [second.episodeId, 1],
    ]),
  )
})

it('gives the vectors of one model, with the hash of the words they are of', async () => {
  const store = await openTestStore()
  const entry = await storeEntry(store)
  const { model, vector } = await embed(entry.description)
  const found = await listVectors(store, [entry.projectId], model)
  expect([...found.keys()]).toEqual([entry.id])
  expect(found.get(entry.id)?.vector).toEqual(vector)
  expect(found.get(entry.id)?.textHash).toMatch(/^[0-9a-f]{64}$/)
  expect((await listVectors(store, [entry.projectId], 'other')).size).toBe(0)
  expect((await listVectors(store, ['p_none'], model)).size).toBe(0)
})

it('refuses an instant that has not come, and takes the present one', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  requirePast(now, now)
  expect(() => requirePast(new Date(now.getTime() + 1), now)).toThrow(
    '2026-01-01T00:00:00.001Z has not come yet',
  )
})
