import { expect, it } from 'vitest'
import { makeProject, storeRevision } from './fixtures/test-rows.ts'
import { openTestStore } from './fixtures/test-store.ts'
import { didTurn, findArrivalTerms, findServing, putServing, turnAgain } from './serving.ts'
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
  /** As an undo does: the revision turns what it undoes. */
  const undo = (revision: number) =>
    store.write({ by: 'Mara', verb: 'undo', projectId, undoes: revision }, async (tx, revise) => {
      await turnAgain(tx, revision)
      return await revise()
    })
  return { store, projectId, serve, undo }
}

it('a project serves whatever was made first until an extractor is put in service, each project its own', async () => {
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
  let last = await serve('model-v3')
  for (const expected of ['model-v1', 'model-v3', 'model-v1', 'model-v3']) {
    last = await undo(last)
    expect(await findServing(store, projectId)).toBe(expected)
  }
})

it('an undo of the first turn puts back that nothing was named', async () => {
  const { store, projectId, serve, undo } = await open()
  await undo(await serve('model-v1'))
  expect(await findServing(store, projectId)).toBeNull()
})

it('a revision that turned nothing turns nothing when it is undone, and says so', async () => {
  const { store, projectId, serve, undo } = await open()
  const turned = await serve('model-v1')
  const plain = await storeRevision(store, { projectId })
  const without = await storeRevision(store, { projectId: null })
  await undo(plain)
  expect(await findServing(store, projectId)).toBe('model-v1')
  const undone = await undo(turned)
  const again = await undo(undone)
  const told = [turned, undone, again, plain, without, 9_999]
  expect(await Promise.all(told.map((number) => didTurn(store, number)))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ])
})

it('an entry arrives on the terms of its project at that moment', async () => {
  const { store, projectId, serve } = await open()
  const terms = (id = projectId) => store.record((tx) => findArrivalTerms(tx, id))
  expect(await terms()).toEqual({ reviewGate: false, serving: null })
  await serve('model-v1')
  await store.record((tx) =>
    tables(tx).project.update({ where: { id: projectId }, data: { reviewGate: true } }),
  )
  expect(await terms()).toEqual({ reviewGate: true, serving: 'model-v1' })
  await expect(terms('p_none')).rejects.toThrow()
})
