import { expect, it } from 'vitest'
import { makeProject, storeMany, storeRevision } from './fixtures/test-rows.ts'
import { openTestStore, storeEntry } from './fixtures/test-store.ts'
import {
  countWithheld,
  findArrivalTerms,
  findServing,
  findWithheld,
  putServing,
  putWithheld,
  turnedServing,
  turnServing,
} from './serving.ts'
import type { Store } from './store.ts'
import { tables } from './tables.ts'

async function open() {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  /** Puts an extractor in service in a revision of its own, and gives its number. */
  const serve = (after: string | null, id = projectId) =>
    store.write({ by: 'Mara', verb: 'serve', projectId: id }, async (tx, revise) => {
      const revision = await revise()
      await putServing(tx, { projectId: id, revision, before: await findServing(tx, id), after })
      return revision
    })
  const withhold = (after: boolean) =>
    store.write({ by: 'Mara', verb: 'withhold', projectId }, async (tx, revise) => {
      const revision = await revise()
      await putWithheld(tx, { projectId, revision, before: await findWithheld(tx, projectId), after })
      return revision
    })
  /** As an undo does: the revision turns what it undoes. */
  const undo = (revision: number) =>
    store.write({ by: 'Mara', verb: 'undo', projectId, undoes: revision }, async (tx, revise) => {
      await turnServing(tx, revision)
      return await revise()
    })
  return { store, projectId, serve, withhold, undo }
}

it('a project serves what imports run until an extractor is put in service, each project its own', async () => {
  const { store, projectId, serve } = await open()
  const other = await makeProject(store, 'other')
  expect(await findServing(store, projectId)).toBeNull()
  await serve('model-v1')
  expect([await findServing(store, projectId), await findServing(store, other)]).toEqual(['model-v1', null])
  expect(await findServing(store, 'p_none')).toBeNull()
})

it('an undo puts back what served before, its undo what served after, and so on', async () => {
  const { store, projectId, serve, undo } = await open()
  await serve('model-v1')
  let last = await serve('model-v2')
  for (const expected of ['model-v1', 'model-v2', 'model-v1', 'model-v2']) {
    last = await undo(last)
    expect(await findServing(store, projectId)).toBe(expected)
  }
})

it('an undo of the first turn puts back that nothing was named', async () => {
  const { store, projectId, serve, undo } = await open()
  await undo(await serve('model-v1'))
  expect(await findServing(store, projectId)).toBeNull()
})

it('an undo turns excerpts and extractor apart: each by its own revision', async () => {
  const { store, projectId, serve, withhold, undo } = await open()
  const first = await serve('model-v1')
  const second = await withhold(true)
  await undo(first)
  expect([await findServing(store, projectId), await findWithheld(store, projectId)]).toEqual([null, true])
  const back = await undo(second)
  expect(await findWithheld(store, projectId)).toBe(false)
  await undo(back)
  expect(await findWithheld(store, projectId)).toBe(true)
})

it('a revision that turned nothing turns nothing when it is undone, and says so', async () => {
  const { store, projectId, serve, withhold, undo } = await open()
  const turned = await serve('model-v1')
  const excerpts = await withhold(true)
  const plain = await storeRevision(store, { projectId })
  const without = await storeRevision(store, { projectId: null })
  await undo(plain)
  expect(await findServing(store, projectId)).toBe('model-v1')
  const undone = await undo(turned)
  const again = await undo(undone)
  const told = [turned, excerpts, undone, again, plain, without, 9_999]
  expect(await Promise.all(told.map((number) => turnedServing(store, number)))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ])
})

it('whether excerpts are withheld is asked of a project that is there', async () => {
  const { store, projectId } = await open()
  expect(await findWithheld(store, projectId)).toBe(false)
  await expect(findWithheld(store, `p_none${'x'.repeat(90)}`)).rejects.toMatchObject({
    ...{ code: 'no-such-project', status: 404 },
    message: expect.stringMatching(/^There is no project p_nonex{54}\.$/),
  })
})

it('an entry arrives on the terms of its project at that moment', async () => {
  const { store, projectId, serve, withhold } = await open()
  const terms = (id = projectId) => store.record((tx) => findArrivalTerms(tx, id))
  expect(await terms()).toEqual({ reviewGate: false, serving: null, withholdsExcerpts: false })
  await serve('model-v1')
  await withhold(true)
  await store.record((tx) =>
    tables(tx).project.update({ where: { id: projectId }, data: { reviewGate: true } }),
  )
  expect(await terms()).toEqual({ reviewGate: true, serving: 'model-v1', withholdsExcerpts: true })
  await expect(terms('p_none')).rejects.toThrow()
})

it('withheld are the approved excerpts beside, of the category, of projects that withhold them', async () => {
  const { store, projectId, withhold } = await open()
  const like = await storeEntry(store, { category: 'EDIT', beside: true, extractor: 'rules-v3' })
  const open_ = await makeProject(store, 'open')
  await storeMany(store, like, [
    {},
    { extractor: 'rules-v1' },
    { beside: false },
    { extractor: 'model-v1' },
    { lifecycle: 'candidate' },
    { lifecycle: 'retired' },
    { category: 'VERIFY' },
    { projectId: open_ },
  ])
  const count = (ids: string[], category: 'EDIT' | 'ANALYZE' = 'EDIT', from: Store = store) =>
    countWithheld(from, ids, category)
  expect(count([projectId])).toBe(0) // beside another extractor, and not withheld
  await withhold(true)
  expect([count([projectId]), count([projectId, open_]), count([open_]), count([])]).toEqual([3, 3, 0, 0])
  expect(count([projectId], 'ANALYZE')).toBe(0)
})
