import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ensureProject } from '../db/projects.ts'
import { tables } from '../db/tables.ts'
import { openResults } from './fixtures/open-results.ts'

const rows = (...resolved: boolean[]) =>
  Buffer.from(
    resolved.map((value, i) => JSON.stringify({ instance_id: `a__a-${i}`, resolved: value })).join('\n'),
  )

it('reads, previews, stores once in one revision, reports, takes out and puts back', async () => {
  const { store, api } = await openResults()
  // What came with the product is no result of anybody.
  expect(await api.experiments()).toMatchObject({ runs: [], twins: [] })

  const { setId } = await api.readResults({
    setId: null,
    fileName: 'x-v1.0_m.jsonl',
    bytes: rows(true, false, false),
  })
  await api.readResults({ setId, fileName: 'x-v1.0_m_memory_on.jsonl', bytes: rows(true, true, false) })
  const [base, variant] = await api.previewRuns({ setId })
  expect(base?.runs).toMatchObject([
    { arm: 'not named', backbone: 'm', scaffold: 'x', version: '1.0', known: 3, resolved: 1 },
  ])
  expect(variant?.runs).toMatchObject([{ arm: 'memory', resolved: 2 }])
  const mappings = [base, variant].map((one, i) => ({
    columns: one?.mapping.columns ?? {},
    names: { ...one?.mapping.names, arm: i === 0 ? 'vanilla' : 'subtask' },
  }))
  const wrong = [{ columns: { instanceId: 'nope' }, names: {} }, null]
  expect((await api.previewRuns({ setId, mappings: wrong }))[0]?.fault?.message).toContain('no column')
  await expect(api.addRuns({ setId, mappings: wrong, by: 'Mara' })).rejects.toThrow('no column')
  expect(await tables(store).study.count()).toBe(0)

  const { added } = await api.addRuns({ setId, mappings, by: 'Mara' })
  expect(added).toHaveLength(2)
  expect(await tables(store).revision.findMany({ select: { verb: true, by: true } })).toEqual([
    { verb: 'addRuns', by: 'Mara' },
  ])
  const report = await api.experiments()
  expect(report.twins.find(({ setting }) => setting === 'm · x 1.0')).toMatchObject({
    arm: 'subtask',
    n: 3,
    runs: 1,
  })
  const [a = '', b = ''] = added
  expect(await api.twoRuns({ base: a, variant: b })).toMatchObject({
    differs: [],
    comparison: { onlyVariant: 1, onlyBase: 0, n: 3 },
  })
  expect(await api.twoRuns({ base: a, variant: 'none' })).toBeNull()

  const again = await api.readResults({
    setId: null,
    fileName: 'copy-v1_z.jsonl',
    bytes: rows(true, false, false),
  })
  const [copy] = await api.previewRuns({ setId: again.setId })
  const same = { columns: copy?.mapping.columns ?? {}, names: mappings[0]?.names ?? {} }
  expect(await api.addRuns({ setId: again.setId, mappings: [same], by: 'Mara' })).toEqual({
    added: [],
    present: [a],
    ladders: [],
  })
  expect(await tables(store).revision.count()).toBe(1)

  expect(await api.removeRuns({ ids: added, by: 'Mara' })).toEqual(added)
  expect((await api.experiments()).runs).toHaveLength(0)
  expect(await api.restoreRuns({ ids: added, by: 'Mara' })).toEqual(added)
  expect((await api.experiments()).runs).toHaveLength(2)
})

it('reads nothing of a file in this process: its threads do', async () => {
  const { api, threads } = await openResults()
  await threads.stop()
  const reading = api.readResults({ setId: null, fileName: 'a.jsonl', bytes: rows(true) })
  await expect(reading).rejects.toMatchObject({ code: 'interrupted' })
})

it('keeps a file of several store sizes whole beside its runs, once, and takes it out and back', async () => {
  const { api } = await openResults()
  const bytes = readFileSync('prisma/workbench/ladder.json')
  const bring = async () => {
    const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes })
    return await api.addRuns({ setId, mappings: null, by: 'Mara' })
  }
  const { added, ladders } = await bring()
  expect([added.length > 5, ladders.length]).toEqual([true, 1])
  const [kept] = await api.ladders()
  const run = JSON.parse(bytes.toString())
  expect(kept).toEqual({ id: ladders[0], fileName: 'ladder.json', run, isDemonstration: true })
  expect(await bring()).toMatchObject({ added: [], ladders: [] })
  await api.removeRuns({ ids: [...added, ...ladders] })
  expect([await api.ladders(), (await api.experiments()).runs]).toEqual([[], []])
  await api.restoreRuns({ ids: ladders })
  expect(await api.ladders()).toHaveLength(1)
})

it('results answer for the project that they were brought in for, and for no other', async () => {
  const { store, api } = await openResults()
  for (const name of ['shop', 'depot']) await store.record((tx) => ensureProject(store, tx, name, 'imported'))
  const bring = async (project: string | null) => {
    const lines = Array.from(
      { length: 40 },
      (_, i) => `r-${i},${i < 10},vanilla,m\nr-${i},${i < 30},subtask,m\n`,
    )
    const bytes = Buffer.from(`instance_id,resolved,arm,model\n${lines.join('')}`)
    const { setId } = await api.readResults({ setId: null, fileName: 'a.csv', bytes })
    return await api.addRuns({ setId, project, by: 'Mara' })
  }
  const answers = async (project: string | null) => {
    const { runs, twins, unassigned } = await api.experiments({ project })
    return [runs.length, twins.length, unassigned.length]
  }
  await bring(null)
  // As results of before this rule: of no project, shown beside each and in the answer of none.
  expect([await answers(null), await answers('shop')]).toEqual([
    [2, 1, 0],
    [0, 0, 2],
  ])
  const { added } = await bring('shop')
  expect(added).toHaveLength(2)
  expect((await bring('shop')).added).toEqual([])
  expect([await answers('shop'), await answers('depot')]).toEqual([
    [2, 1, 2],
    [0, 0, 2],
  ])
  const [base = '', variant = ''] = added
  expect(await api.twoRuns({ base, variant, project: 'shop' })).not.toBeNull()
  expect(await api.twoRuns({ base, variant, project: 'depot' })).toBeNull()
  const terms = {
    arm: 'subtask',
    backbone: 'm',
    scaffold: 'a',
    version: '',
    instances: 40,
    stopRule: 'once',
  }
  const plan = (project: string) => api.planComparison({ ...terms, project, by: 'Mara' })
  expect([(await plan('shop')).standing, (await plan('depot')).standing]).toEqual(['note', 'plan'])
  expect(await api.comparisonPlans({ project: 'depot' })).toHaveLength(1)
  await expect(api.experiments({ project: 'none' })).rejects.toMatchObject({ code: 'no-such-project' })
})
