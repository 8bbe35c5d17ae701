import { decodeTime } from 'ulid'
import { expect, it } from 'vitest'
import { UserError } from '../memory/errors.ts'
import { countMatching } from './entries/entries.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import { createIdMaker } from './ids.ts'
import {
  ensureProject,
  ensureUserScope,
  findInjectionRule,
  listProjects,
  listScopeIds,
  setInjectionRule,
  setReviewGate,
  USER_SCOPE,
} from './projects.ts'
import { deleteSavedView, listSavedViews, saveView } from './saved-views.ts'
import type { Store } from './store.ts'
import { tables } from './tables.ts'

const make = (store: Store, name: string) => store.record((tx) => ensureProject(store, tx, name, 'imported'))
const makeScope = (store: Store) => store.record((tx) => ensureUserScope(store, tx))

it('no id sorts before one that is stored, though the clock went back a year', () => {
  const now = Date.UTC(2026, 0, 1)
  const before = createIdMaker(() => now, null)('m')
  const after = createIdMaker(() => now - 365 * 86_400_000, before.slice(2))
  const next = [after('m'), after('m'), after('m')]
  expect([before, ...next]).toEqual([before, ...next].toSorted())
  expect(decodeTime(next[0]?.slice(2) ?? '')).toBe(now + 1)
})

it('a project is made once, under a name one can type', async () => {
  const store = await openTestStore()
  const first = await make(store, 'shop')
  expect(await make(store, 'shop')).toEqual({ ...first, created: false })
  for (const name of ['', ' shop', '.shop', 'a\nb', 'a/b', 'x'.repeat(81)])
    await expect(make(store, name)).rejects.toThrow(UserError)
  expect((await make(store, 'Läden 2_b.c-d')).created).toBe(true)
})

it('no import lands in what serves everywhere by its name', async () => {
  const store = await openTestStore()
  const scope = await makeScope(store)
  await expect(make(store, USER_SCOPE)).rejects.toThrow('cannot be a project')
  expect(await makeScope(store)).toEqual({ ...scope, created: false })
})

it('a project that has the name of the own scope from earlier does not keep it from being made', async () => {
  const store = await openTestStore()
  const { id } = await make(store, 'shop')
  await store.record((tx) => tables(tx).project.update({ where: { id }, data: { name: USER_SCOPE } }))
  const scope = await makeScope(store)
  expect(scope.created).toBe(true)
  expect(await listScopeIds(store, id)).toEqual([id, scope.id])
  expect((await listProjects(store)).map(({ name }) => name)).toEqual([USER_SCOPE])
})

it('counts what a list shows apart from what is stored: the retired are no longer live, the purged are neither', async () => {
  const store = await openTestStore()
  const { projectId } = await storeEntry(store)
  await storeEntry(store, { lifecycle: 'retired' })
  await storeEntry(store, { lifecycle: 'purged' })
  const [project] = await listProjects(store)
  const list = await countMatching(store, { projectId, text: '', facets: {} })
  expect([project?.entryCount, project?.liveCount, list.matchCount]).toEqual([2, 1, 1])
})

it('imported projects see the own scope whether they came before or after it; written ones never', async () => {
  const store = await openTestStore()
  const before = await make(store, 'before')
  const written = await store.record((tx) => ensureProject(store, tx, 'written', 'written'))
  const scope = await makeScope(store)
  const after = await make(store, 'after')
  expect(await listScopeIds(store, before.id)).toEqual([before.id, scope.id])
  expect(await listScopeIds(store, after.id)).toEqual([after.id, scope.id])
  expect(await listScopeIds(store, written.id)).toEqual([written.id])
})

it('what a project says of its questions is told by name, and a gone project is told as gone', async () => {
  const store = await openTestStore()
  const { id } = await make(store, 'shop')
  expect(await findInjectionRule(store, 'shop')).toMatchObject({ floor: null, onlyWhatFits: false })
  await setInjectionRule(store, {
    projectId: id,
    floor: 0,
    floorEmbedder: 'local-v1',
    onlyWhatFits: true,
  })
  expect(await findInjectionRule(store, 'shop')).toMatchObject({ floor: 0, onlyWhatFits: true })
  expect(await findInjectionRule(store, 'nobody')).toMatchObject({ floor: null, onlyWhatFits: false })
  await expect(setReviewGate(store, { projectId: 'p_gone', on: true })).rejects.toThrow('no project p_gone')
})

it('a saved view is one of its name on its page, and leaves with its project', async () => {
  const store = await openTestStore()
  const { id: projectId } = await make(store, 'shop')
  const view = { projectId, page: 'memories', name: 'leaks', by: 'ana' }
  const first = await saveView(store, { ...view, query: 'flag:leak' })
  const again = await saveView(store, { ...view, query: 'flag:secret', by: 'bo' })
  expect(again.id).toBe(first.id)
  await saveView(store, { ...view, page: 'map', query: 'x' })
  expect(await listSavedViews(store, view)).toEqual([
    { id: first.id, name: 'leaks', query: 'flag:secret', by: 'bo' },
  ])
  await deleteSavedView(store, first.id)
  await deleteSavedView(store, first.id)
  expect(await listSavedViews(store, view)).toEqual([])
  await expect(saveView(store, { ...view, projectId: 'p_gone', query: 'x' })).rejects.toThrow('gone')
})
