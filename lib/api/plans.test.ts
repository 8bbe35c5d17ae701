import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tables } from '../db/tables.ts'
import { planWords } from '../memory/studies/outcomes/words.ts'
import { openResults } from './fixtures/open-results.ts'

const setting = { backbone: 'm', scaffold: 'x', version: '1.0' }
const terms = {
  ...setting,
  arm: 'subtask',
  base: 'vanilla',
  metric: 'resolved' as const,
  instances: 40,
  runs: 1,
  alpha: 0.05,
  stopRule: 'after 40 instances, no look in between',
}

async function open() {
  const { store, api } = await openResults()
  /** Brings in one run; every `each`-th instance is resolved. */
  const bring = async (arm: string, each: number, seed = '1', count = 40) => {
    const lines = Array.from({ length: count }, (_, i) => ({
      instance_id: `a__a-${i}`,
      resolved: i % each === 0,
    }))
    const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
    const { setId } = await api.readResults({ setId: null, fileName: `${arm}-${seed}.jsonl`, bytes })
    const [table] = await api.previewRuns({ setId })
    const mapping = { columns: table?.mapping.columns ?? {}, names: { ...setting, arm, seed } }
    return (await api.addRuns({ setId, mappings: [mapping], by: 'Mara' })).added
  }
  const outcomes = async () => (await api.experiments()).plans
  const words = async () => (await outcomes()).map(planWords)
  return { store, api, bring, outcomes, words }
}

it('what was frozen before the results is planned, waits, and decides when all that it names is there', async () => {
  const { store, api, bring, outcomes, words } = await open()
  const plan = await api.planComparison({ ...terms, by: 'Mara' })
  expect(plan).toMatchObject({ standing: 'plan', by: 'Mara', isUnchanged: true })
  expect(plan.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await tables(store).revision.findMany({ select: { verb: true, reason: true } })).toEqual([
    { verb: 'planComparison', reason: 'subtask against vanilla, m · x 1.0' },
  ])
  await bring('vanilla', 4)
  expect((await words())[0]).toContain('Waits for results: 0 of 1 runs of subtask, 1 of 1 of vanilla.')
  await bring('subtask', 1)
  const [outcome] = await outcomes()
  expect(outcome).toMatchObject({ state: 'whole', n: 40, isSignificant: true, result: { gainPp: 75 } })
  expect((await words())[0]).toMatch(
    /^Planned \(frozen .* UTC, before the results\)\. subtask is better: \+75\.0 points/,
  )
  // Another run is looked at beside it: the plan names one of each side.
  await bring('subtask', 4, '2')
  expect((await outcomes())[0]).toMatchObject({ armIds: outcome?.armIds, result: outcome?.result })
})

it('fewer instances than decided decide nothing', async () => {
  const { api, bring, outcomes, words } = await open()
  await api.planComparison({ ...terms, by: 'Mara' })
  await bring('vanilla', 4, '1', 20)
  await bring('subtask', 1, '1', 20)
  expect((await outcomes())[0]).toMatchObject({ state: 'short', n: 20, isSignificant: null })
  expect((await words())[0]).toContain('Not whole: 20 of 40 instances')
})

it('a plan made after results of both sides were there is kept as a note, also when they were taken out', async () => {
  const { api, bring, words } = await open()
  const ids = [...(await bring('vanilla', 4)), ...(await bring('subtask', 1))]
  await api.removeRuns({ ids, by: 'Mara' })
  expect(await api.planComparison({ ...terms, by: 'Mara' })).toMatchObject({ standing: 'note' })
  await api.restoreRuns({ ids, by: 'Mara' })
  expect((await words())[0]).toMatch(
    /^A note .* results of both sides were there already, so it decides nothing/,
  )
})

it('what came with the product is no result of anybody’s: it neither makes a plan a note nor holds it', async () => {
  const { api } = await open()
  const shipped = {
    ...terms,
    backbone: 'search-v1',
    scaffold: 'workbench recurring',
    version: null,
    by: 'Mara',
  }
  const { id } = await api.planComparison({ ...shipped, arm: 'raw' })
  const bytes = readFileSync('prisma/workbench/ladder.json')
  const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes })
  const mappings = (await api.previewRuns({ setId })).map(({ mapping }) => mapping)
  const { added } = await api.addRuns({ setId, mappings, by: 'Mara' })
  expect((await api.planComparison(shipped)).standing).toBe('plan')
  await api.removeRuns({ ids: added, by: 'Mara' })
  expect((await api.comparisonPlans()).map(({ takenOutCount }) => takenOutCount)).toEqual([0, 0])
  expect(await api.withdrawPlan({ id, by: 'Mara' })).toEqual({ id })
  expect(await api.restorePlan({ id, by: 'Mara' })).toEqual({ id })
})

it('is taken back and put back until results come in, and never after; one plan a comparison', async () => {
  const { store, api, bring, words } = await open()
  const { id } = await api.planComparison({ ...terms, by: 'Mara' })
  await expect(api.planComparison({ ...terms, by: 'Mara' })).rejects.toThrow('There is a plan')
  expect(await api.withdrawPlan({ id, by: 'Mara' })).toEqual({ id })
  expect(await api.comparisonPlans()).toEqual([])
  expect(await api.withdrawPlan({ id, by: 'Mara' })).toBeNull()
  expect(await api.restorePlan({ id, by: 'Mara' })).toEqual({ id })
  const [run = ''] = await bring('subtask', 1)
  await api.removeRuns({ ids: [run], by: 'Mara' })
  await expect(api.withdrawPlan({ id, by: 'Mara' })).rejects.toThrow('Results have come in')
  expect((await words())[0]).toContain('1 that fit were taken out since')
  const verbs = (await tables(store).revision.findMany({ select: { verb: true } })).map(({ verb }) => verb)
  expect(verbs).toEqual(['planComparison', 'withdrawPlan', 'restorePlan', 'addRuns', 'removeRuns'])
})

it('a plan that was taken back does not come back over results', async () => {
  const { api, bring } = await open()
  const { id } = await api.planComparison({ ...terms, by: 'Mara' })
  await api.withdrawPlan({ id, by: 'Mara' })
  await bring('vanilla', 4)
  await bring('subtask', 1)
  await expect(api.restorePlan({ id, by: 'Mara' })).rejects.toThrow('Results of both sides')
})

it('terms that were changed behind its back decide nothing', async () => {
  const { store, api, bring, outcomes, words } = await open()
  const { id } = await api.planComparison({ ...terms, by: 'Mara' })
  const { plan } = await tables(store).study.findUniqueOrThrow({ where: { id } })
  const changed = JSON.stringify({ ...JSON.parse(plan), alpha: 0.2 })
  await store.record((tx) => tables(tx).study.update({ where: { id }, data: { plan: changed } }))
  await bring('vanilla', 4)
  await bring('subtask', 1)
  expect((await outcomes())[0]).toMatchObject({ state: 'whole', isSignificant: null })
  expect((await words())[0]).toContain('no longer give the hash')
})
