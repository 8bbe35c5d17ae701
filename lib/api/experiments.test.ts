import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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
