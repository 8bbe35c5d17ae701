import { expect, it } from 'vitest'
import type { ComparisonTerms, FrozenPlan } from '../../memory/studies/outcomes/run.ts'
import { experimentRun as run } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import {
  addExperimentRuns,
  freezePlan,
  listComparisonPlans,
  restorePlan,
  setRunsRemoved,
  withdrawPlan,
} from './outcomes.ts'

const { backbone, scaffold, version } = run()
const TERMS: ComparisonTerms = {
  ...{ arm: 'subtask', base: 'vanilla', backbone, scaffold, version, metric: 'resolved' },
  ...{ instances: 40, runs: 2, alpha: 0.05, stopRule: 'after 40 instances' },
}

async function open() {
  const store = await openTestStore()
  const freeze = (change: Partial<ComparisonTerms> = {}) =>
    freezePlan(store, { terms: { ...TERMS, ...change }, projectId: null, by: 'Mara' })
  const withdraw = (id: string) => withdrawPlan(store, { id, by: 'Ivo' })
  const restore = (id: string) => restorePlan(store, { id, by: 'Ivo' })
  const bring = async (arm: string, change: Parameters<typeof run>[0] = {}) =>
    (await addExperimentRuns(store, { runs: [run({ arm, ...change })], projectId: null }, 'Mara')).added
  const takeOut = (ids: string[]) => setRunsRemoved(store, { ids, isRemoved: true, by: 'Mara' })
  const plans = () => listComparisonPlans(store, null)
  const verbs = async () =>
    (await tables(store).revision.findMany({ orderBy: { number: 'asc' } })).map(({ verb }) => verb)
  return { store, freeze, withdraw, restore, bring, takeOut, plans, verbs }
}

const refusal = (code: string) => expect.objectContaining({ code, status: 409, hint: expect.any(String) })

it('a plan is kept word for word with who froze it and when, and reads back the same', async () => {
  const { freeze, plans } = await open()
  const plan = await freeze()
  expect(plan).toMatchObject({
    ...TERMS,
    ...{ standing: 'plan', by: 'Mara', isUnchanged: true, takenOutCount: 0 },
    ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), frozenAt: expect.stringMatching(/^2026-01-01T.*Z$/) },
  })
  expect(await plans()).toEqual([plan])
})

it('a plan of which anything was changed behind its back says so, until it is put right', async () => {
  const { store, freeze, plans } = await open()
  const plan = await freeze()
  const put = async (change: Partial<FrozenPlan>) => {
    const kept = await tables(store).study.findUniqueOrThrow({ where: { id: plan.id } })
    const data = { plan: JSON.stringify({ ...JSON.parse(kept.plan), ...change }) }
    await store.record((tx) => tables(tx).study.update({ where: { id: plan.id }, data }))
  }
  const changes: Partial<ComparisonTerms> = {
    ...{ arm: 'raw', base: 'raw', backbone: 'n', scaffold: null, version: '', instances: 41, runs: 3 },
    ...{ alpha: 0.1, stopRule: 'when it looks good' },
  }
  for (const [field, value] of Object.entries(changes)) {
    await put({ [field]: value })
    expect((await plans())[0], field).toMatchObject({ isUnchanged: false, [field]: value })
    await put({ [field]: TERMS[field as keyof ComparisonTerms] })
    expect(await plans(), field).toEqual([plan])
  }
})

it('a plan whose instant was moved says so too, and a setting that nobody named is part of its terms', async () => {
  const { store, freeze, plans } = await open()
  const { id } = await freeze({ backbone: null, scaffold: null, version: null })
  expect((await plans())[0]).toMatchObject({ isUnchanged: true, backbone: null })
  await store.record((tx) => tables(tx).study.update({ where: { id }, data: { createdAt: new Date(0) } }))
  expect((await plans())[0]?.isUnchanged).toBe(false)
})

it.each<[string, string[][], FrozenPlan['standing']]>([
  ['no results', [], 'plan'],
  ['results of one side', [['subtask']], 'plan'],
  ['results of the other', [['vanilla'], ['vanilla']], 'plan'],
  ['results of both', [['subtask'], ['vanilla']], 'note'],
  ['other arms', [['instance'], ['raw']], 'plan'],
])('with %s there it is kept as a %3$s', async (_what, brought, standing) => {
  const { freeze, bring } = await open()
  for (const [i, [arm = '']] of brought.entries()) await bring(arm, { seed: `${i}` })
  expect((await freeze()).standing).toBe(standing)
})

it('results of another setting make no note, and results that were taken out do', async () => {
  const { freeze, bring, takeOut } = await open()
  await bring('subtask', { backbone: 'other' })
  const [out = ''] = await bring('subtask')
  await bring('vanilla', { version: '2.0' })
  expect((await freeze()).standing).toBe('plan')
  await bring('vanilla')
  await takeOut([out])
  expect((await freeze()).standing).toBe('note')
})

it('a plan that was taken back stays so once both sides have results', async () => {
  const { freeze, withdraw, restore, bring } = await open()
  const { id } = await freeze()
  await withdraw(id)
  await bring('subtask')
  await bring('vanilla')
  await expect(restore(id)).rejects.toEqual(refusal('results-lie-in'))
})

it('one comparison has one plan, whatever else its terms say; another setting and a note may stand beside it', async () => {
  const { freeze, bring, plans } = await open()
  await freeze()
  await expect(freeze({ alpha: 0.01, instances: 7, runs: 1 })).rejects.toEqual(refusal('planned-already'))
  await freeze({ version: '2.0' })
  await freeze({ arm: 'vanilla', base: 'subtask' }) // the question the other way round
  await bring('subtask')
  await bring('vanilla')
  await freeze()
  await freeze()
  expect((await plans()).map(({ standing }) => standing)).toEqual(['plan', 'plan', 'plan', 'note', 'note'])
})

it('a plan is taken back and stands again from its own instant; each once, each a revision', async () => {
  const { freeze, withdraw, restore, plans, verbs } = await open()
  const plan = await freeze()
  expect([await withdraw(plan.id), await withdraw(plan.id), await plans()]).toEqual([
    ...[{ id: plan.id }, null, []],
  ])
  expect([await restore(plan.id), await restore(plan.id)]).toEqual([{ id: plan.id }, null])
  expect(await plans()).toEqual([plan])
  expect([await withdraw('cp_none'), await restore('cp_none')]).toEqual([null, null])
  expect(await verbs()).toEqual(['planComparison', 'withdrawPlan', 'restorePlan'])
})

it('a plan stays once a result of either side came in since, in or taken out again; a note can always go', async () => {
  const { freeze, withdraw, restore, bring, takeOut, plans } = await open()
  await bring('vanilla') // was there before
  const plan = await freeze()
  await bring('instance')
  await bring('subtask', { scaffold: 'other' })
  const [came = ''] = await bring('subtask', { seed: '9' })
  await expect(withdraw(plan.id)).rejects.toEqual(refusal('results-lie-in'))
  await takeOut([came])
  await expect(withdraw(plan.id)).rejects.toEqual(refusal('results-lie-in'))
  expect((await plans())[0]?.takenOutCount).toBe(1)
  const note = await freeze()
  await bring('vanilla', { seed: '8' })
  expect([note.standing, await withdraw(note.id), await restore(note.id)]).toEqual([
    ...['note', { id: note.id }, { id: note.id }],
  ])
})

it('a plan that was taken back does not come back over results of both sides, nor over another plan', async () => {
  const { freeze, withdraw, restore, bring, plans } = await open()
  const first = await freeze()
  await withdraw(first.id)
  const second = await freeze({ alpha: 0.01 })
  await expect(restore(first.id)).rejects.toEqual(refusal('planned-already'))
  await withdraw(second.id)
  await bring('subtask')
  expect([await restore(first.id), (await plans()).map(({ id }) => id)]).toEqual([
    { id: first.id },
    [first.id],
  ])
})

it('of what was taken out a plan counts what fits it and came since', async () => {
  const { freeze, bring, takeOut, plans } = await open()
  const early = await bring('vanilla', { seed: '1' })
  await freeze()
  const late = await bring('vanilla', { seed: '2' })
  const other = await bring('vanilla', { seed: '3', version: '2.0' })
  await bring('vanilla', { seed: '4' })
  await takeOut([...early, ...late, ...other])
  expect((await plans())[0]?.takenOutCount).toBe(1)
})
