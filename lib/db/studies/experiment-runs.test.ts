import { expect, it } from 'vitest'
import type { ExperimentRun, InstanceResult } from '../../memory/studies/outcomes/run.ts'
import { experimentRun as run } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import { addExperimentRuns, listExperimentRuns, setRunsRemoved } from './outcomes.ts'

async function open() {
  const store = await openTestStore()
  const add = (...runs: Omit<ExperimentRun, 'id'>[]) =>
    addExperimentRuns(store, { runs, projectId: null }, 'Mara')
  const remove = (ids: string[], isRemoved = true) => setRunsRemoved(store, { ids, isRemoved, by: 'Mara' })
  const arms = async () => (await listExperimentRuns(store, null)).map(({ arm }) => arm)
  const verbs = async () =>
    (await tables(store).revision.findMany({ orderBy: { number: 'asc' } })).map(({ verb }) => verb)
  return { store, add, remove, arms, verbs }
}

it('runs come back as they were brought in, in their order, unknown as unknown', async () => {
  const { store, add } = await open()
  const results: InstanceResult[] = [
    { ...run().results[0], instanceId: 'ä__b-1', resolved: null, steps: 0, costUsd: 0.25 } as InstanceResult,
    {
      ...{ instanceId: 'a__a-2', resolved: false, position: 3, steps: 7, tokens: 0, costUsd: null },
      storeSizes: { EDIT: 2 },
    },
  ]
  const brought = [
    run({ arm: 'vanilla', results, warnings: ['line 3: “resolved” is empty'] }),
    run({ arm: 'subtask', backbone: null, scaffold: null, version: null, seed: null }),
  ]
  const { added, present } = await add(...brought)
  expect(present).toEqual([])
  expect(await listExperimentRuns(store, null)).toEqual(brought.map((one, i) => ({ ...one, id: added[i] })))
})

it('what is stored in one request is one revision; what changes nothing leaves none', async () => {
  const { add, remove, verbs } = await open()
  const { added } = await add(run({ arm: 'a' }), run({ arm: 'b' }))
  expect(await add(run({ arm: 'b' }), run({ arm: 'a' }))).toEqual({
    ...{ added: [], present: added.toReversed(), ladders: [] },
  })
  expect(await add()).toEqual({ added: [], present: [], ladders: [] })
  expect([await remove([]), await remove(['x_none']), await remove(added, false)]).toEqual([[], [], []])
  expect(await verbs()).toEqual(['addRuns'])
})

it.each<[string, Partial<ExperimentRun>, boolean]>([
  ['under another file name', { fileName: 'copy.jsonl' }, true],
  ['with other warnings', { warnings: ['line 1'] }, true],
  ['with its results in another order', { results: run().results.toReversed() }, true],
  ['of another arm', { arm: 'instance' }, false],
  ['of another backbone', { backbone: 'other' }, false],
  ['of another scaffold', { scaffold: 'other' }, false],
  ['of another version', { version: '2.0' }, false],
  ['of another seed', { seed: '2' }, false],
  ['without a seed', { seed: null }, false],
  ['with one result more', { results: [...run().results, ...run({}, 3).results.slice(2)] }, false],
  [
    'with one result changed',
    { results: run().results.map((one, i) => (i ? { ...one, resolved: null } : one)) },
    false,
  ],
])('a run %s is the same run: %j -> %s', async (_how, change, isSame) => {
  const { add, arms } = await open()
  const { added } = await add(run())
  const again = await add(run(change))
  expect(again.present).toEqual(isSame ? added : [])
  expect(await arms()).toHaveLength(isSame ? 1 : 2)
})

it('the same run twice in one request is stored once', async () => {
  const { add, arms } = await open()
  const { added, present } = await add(run(), run({ fileName: 'copy.jsonl' }))
  expect([added.length, present, await arms()]).toEqual([1, added, ['subtask']])
})

it('a run that was taken out comes back under its id when it is put back or brought in again', async () => {
  const { add, remove, arms, verbs } = await open()
  const { added } = await add(run({ arm: 'a' }), run({ arm: 'b' }))
  const [a = '', b = ''] = added
  expect(await remove([a, 'x_none'])).toEqual([a])
  expect(await arms()).toEqual(['b'])
  expect(await remove([a, b])).toEqual([b]) // one is out already
  expect(await arms()).toEqual([])
  expect(await remove([a], false)).toEqual([a])
  expect(await arms()).toEqual(['a'])
  expect(await add(run({ arm: 'b' }), run({ arm: 'a' }))).toEqual({
    ...{ added: [b], present: [a], ladders: [] },
  })
  expect(await arms()).toEqual(['a', 'b'])
  expect(await verbs()).toEqual(['addRuns', 'removeRuns', 'removeRuns', 'restoreRuns', 'addRuns'])
})

it('a list that was read shows nothing of what came later, and the next one all of it', async () => {
  const { add, arms } = await open()
  const before = arms()
  await add(run({ arm: 'a' }))
  expect((await before).length).toBeLessThan(2)
  await add(run({ arm: 'b' }))
  expect(await arms()).toEqual(['a', 'b'])
})

it('puts thousands of runs back at once', async () => {
  const store = await openTestStore()
  const ids = Array.from({ length: 2_000 }, (_, i) => `x_${i}`)
  expect(await setRunsRemoved(store, { ids, isRemoved: false, by: 'Mara' })).toEqual([])
})
