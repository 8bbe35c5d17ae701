import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from '../db/fixtures/test-store.ts'
import { tables } from '../db/tables.ts'
import { openWorkThreads } from '../jobs/threads/work-threads.ts'
import { createExperiments } from './experiments.ts'

function openThreads() {
  const threads = openWorkThreads(process.cwd())
  onTestFinished(() => threads.stop())
  return threads
}

const rows = (...resolved: boolean[]) =>
  Buffer.from(
    resolved.map((value, i) => JSON.stringify({ instance_id: `a__a-${i}`, resolved: value })).join('\n'),
  )

it('reads, previews, stores once in one revision, reports, takes out and puts back', async () => {
  const store = await openTestStore()
  const experiments = createExperiments({ store, threads: openThreads() })
  // What came with the product is no result of anybody.
  expect(await experiments.report()).toMatchObject({ runs: [], twins: [] })

  const { setId } = await experiments.readFile({
    setId: null,
    fileName: 'x-v1.0_m.jsonl',
    bytes: rows(true, false, false),
  })
  await experiments.readFile({ setId, fileName: 'x-v1.0_m_memory_on.jsonl', bytes: rows(true, true, false) })
  const [base, variant] = await experiments.preview({ setId })
  expect(base?.runs).toMatchObject([
    { arm: 'not named', backbone: 'm', scaffold: 'x', version: '1.0', known: 3, resolved: 1 },
  ])
  expect(variant?.runs).toMatchObject([{ arm: 'memory', resolved: 2 }])
  const mappings = [base, variant].map((one, i) => ({
    columns: one?.mapping.columns ?? {},
    names: { ...one?.mapping.names, arm: i === 0 ? 'vanilla' : 'subtask' },
  }))
  const wrong = [{ columns: { instanceId: 'nope' }, names: {} }, null]
  expect((await experiments.preview({ setId, mappings: wrong }))[0]?.fault?.message).toContain('no column')
  await expect(experiments.add({ setId, mappings: wrong, by: 'Mara' })).rejects.toThrow('no column')
  expect(await tables(store).experimentRun.count()).toBe(0)

  const { added } = await experiments.add({ setId, mappings, by: 'Mara' })
  expect(added).toHaveLength(2)
  expect(await tables(store).revision.findMany({ select: { verb: true, by: true } })).toEqual([
    { verb: 'addRuns', by: 'Mara' },
  ])
  const report = await experiments.report()
  expect(report.twins.find(({ setting }) => setting === 'm · x 1.0')).toMatchObject({
    arm: 'subtask',
    n: 3,
    runs: 1,
  })
  const [a = '', b = ''] = added
  expect(await experiments.two({ base: a, variant: b })).toMatchObject({
    differs: [],
    comparison: { onlyVariant: 1, onlyBase: 0, n: 3 },
  })
  expect(await experiments.two({ base: a, variant: 'none' })).toBeNull()

  const again = await experiments.readFile({
    setId: null,
    fileName: 'copy-v1_z.jsonl',
    bytes: rows(true, false, false),
  })
  const [copy] = await experiments.preview({ setId: again.setId })
  const same = { columns: copy?.mapping.columns ?? {}, names: mappings[0]?.names ?? {} }
  expect(await experiments.add({ setId: again.setId, mappings: [same], by: 'Mara' })).toEqual({
    added: [],
    present: [a],
  })
  expect(await tables(store).revision.count()).toBe(1)

  expect(await experiments.remove({ ids: added, by: 'Mara' })).toEqual(added)
  expect((await experiments.report()).runs).toHaveLength(0)
  expect(await experiments.restore({ ids: added, by: 'Mara' })).toEqual(added)
  expect((await experiments.report()).runs).toHaveLength(2)
})

it('reads nothing of a file in this process: its threads do', async () => {
  const store = await openTestStore()
  const threads = openThreads()
  await threads.stop()
  const experiments = createExperiments({ store, threads })
  const reading = experiments.readFile({ setId: null, fileName: 'a.jsonl', bytes: rows(true) })
  await expect(reading).rejects.toMatchObject({ code: 'interrupted' })
})
