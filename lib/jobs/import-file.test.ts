import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestStore } from '../db/fixtures/test-store.ts'
import { findJob, listJobs } from '../db/jobs/job-views.ts'
import { claimItem } from '../db/jobs/work-queue.ts'
import type { Store, Write } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { contentHash } from '../ingest/ingest-file.ts'
import { readOutcomes } from '../ingest/results.ts'
import { UserError } from '../memory/errors.ts'
import { extractEpisode } from './extract-episode.ts'
import { type ImportInput, importFile, importFiles } from './import-file.ts'
import { createResultSets } from './result-sets.ts'
import { createWorker, type WorkItem } from './worker.ts'

const fixture = (name: string) => readFileSync(join(process.cwd(), 'lib/ingest/fixtures', name))
const RUN = 'mini-swe-agent-1.traj.json'

const inputOf = (change: Partial<ImportInput> = {}): ImportInput => ({
  bytes: fixture(RUN),
  fileName: RUN,
  project: 'shop',
  results: null,
  batchKey: null,
  by: 'Mara',
  ...change,
})

/** Works until no job is open. */
async function work(store: Store, owner = 'boot-1'): Promise<void> {
  const extract = (item: WorkItem) => extractEpisode(item, { store })
  const worker = createWorker(store, { extract }, owner, () => undefined)
  await worker.start()
  while ((await tables(store).job.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0)
    await new Promise((later) => setTimeout(later, 5))
  await worker.stop()
}

it('stores the episode with its steps and finds its stages', async () => {
  const store = await openTestStore()
  const [result] = await importFile(inputOf(), store)
  expect(result).toMatchObject({ status: 'imported', format: 'mini-swe-agent-1' })
  await work(store)
  expect(await tables(store).step.count()).toBe(result?.steps)
  expect(await tables(store).subtask.count()).toBeGreaterThan(0)
  const [job] = await listJobs(store, 5)
  expect(job).toMatchObject({ state: 'done', doneCount: 1, failedCount: 0 })
})

it('a run is named by its own task, not by what every run of the project is told', async () => {
  const store = await openTestStore()
  const wrapper = 'Fix this bug to solve the issue based on the configuration file.'
  const issues = ['cursor skips a row', 'date shifts by a day', 'cache is stale', 'lock is never released']
  for (const [n, issue] of issues.entries()) {
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: `${wrapper}\nThe ${issue} sometimes` },
      { role: 'assistant', content: 'Look.\n```bash\ncat src/a.py\n```' },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\n</output>' },
    ]
    const run = { messages, info: {}, trajectory_format: 'mini-swe-agent-1', instance_id: `shop__shop-${n}` }
    await importFile(
      inputOf({ bytes: Buffer.from(JSON.stringify(run)), fileName: `run-${n}.traj.json` }),
      store,
    )
    await work(store)
  }
  const titles = await tables(store).episode.findMany({ orderBy: { id: 'asc' }, select: { taskTitle: true } })
  expect(titles.map(({ taskTitle }) => taskTitle)).toEqual([
    ...[wrapper, wrapper, wrapper, 'The lock is never released sometimes'],
  ])
})

it('small files are stored together in their order, a revision each, one that comes twice once, and a broken one holds none up', async () => {
  const store = await openTestStore()
  const sizes: number[] = []
  const counted: Store = {
    ...store,
    writeFirst: (writes) => {
      sizes.push(writes.length)
      return store.writeFirst(writes.slice(0, 3)) // as where others wait
    },
  }
  const text = fixture(RUN).toString()
  const file = (n: number) =>
    inputOf({ fileName: `${n}.json`, bytes: Buffer.from(text + ' '.repeat(n)), batchKey: 'act' })
  const broken = inputOf({ fileName: 'broken.json', bytes: Buffer.from('{"a": ') })
  const again = {
    ...file(1),
    results: { outcomeOf: () => 'resolved' as const, sourceOf: () => 'results.json' },
  }
  const results = await importFiles([file(2), broken, file(1), again, file(3)], counted)
  expect(results.map(({ file, status }) => `${file} ${status}`)).toEqual([
    ...['2.json imported', 'broken.json failed', '1.json imported', '1.json present', '3.json imported'],
  ])
  expect(sizes).toEqual([4, 1])
  const stored = await tables(store).episode.findMany({ orderBy: { position: 'asc' } })
  expect(stored.map(({ fileName, outcome }) => [fileName, outcome])).toEqual([
    ...[
      ['2.json', stored[0]?.outcome],
      ['1.json', 'resolved'],
      ['3.json', stored[2]?.outcome],
    ],
  ])
  expect(await tables(store).revision.count({ where: { verb: 'import' } })).toBe(3)
})

it('a transaction that cannot be kept is a fault of each of its records, and stores none of them', async () => {
  const store = await openTestStore()
  const full = new UserError('disk-full', 'The disk is full.', { hint: 'Make room.' })
  const work = async () => {
    throw full
  }
  const failing: Store = {
    ...store,
    writeFirst: (writes) => store.writeFirst([...writes, { note: { by: 'x', verb: 'x' }, work }]) as never,
  }
  const text = fixture(RUN).toString()
  const file = (n: number) => inputOf({ fileName: `${n}.json`, bytes: Buffer.from(text + ' '.repeat(n)) })
  expect(await importFiles([file(1), file(2)], failing)).toMatchObject([
    { file: '1.json', status: 'failed', error: { code: 'disk-full' } },
    { file: '2.json', status: 'failed', error: { code: 'disk-full' } },
  ])
  expect([await tables(store).episode.count(), await tables(store).revision.count()]).toEqual([0, 0])
})

it('says "present" the second time and adds nothing', async () => {
  const store = await openTestStore()
  await importFile(inputOf(), store)
  await work(store)
  const before = await tables(store).revision.count()
  expect(await importFile(inputOf(), store)).toMatchObject([{ status: 'present' }])
  expect([await tables(store).episode.count(), await tables(store).revision.count()]).toEqual([1, before])
})

it('knows a record of JSON Lines again at another place of another file', async () => {
  const store = await openTestStore()
  const run = JSON.parse(fixture(RUN).toString('utf8'))
  const line = (n: number) => JSON.stringify({ ...run, instance_id: `corner__shop-${n}` })
  const lines = (...ns: number[]) => Buffer.from(`${ns.map(line).join('\n')}\n`)
  const statuses = async (bytes: Buffer, fileName: string) =>
    (await importFile(inputOf({ bytes, fileName }), store)).map(({ status }) => status)
  expect(await statuses(lines(1, 2), 'a.jsonl')).toEqual(['imported', 'imported'])
  expect(await statuses(lines(3, 2, 1), 'b.jsonl')).toEqual(['imported', 'present', 'present'])
  // As a version before this one stored it.
  const [{ id } = { id: '' }] = await tables(store).episode.findMany({
    where: { instanceId: 'corner__shop-3' },
  })
  const old = `${contentHash(lines(3, 4))}#1`
  await store.record((tx) => tables(tx).episode.update({ where: { id }, data: { contentHash: old } }))
  expect(await statuses(lines(3, 4), 'c.jsonl')).toEqual(['present', 'imported'])
})

it('stores nothing in a dry run', async () => {
  const store = await openTestStore()
  expect(await importFile(inputOf({ dryRun: true }), store)).toMatchObject([{ status: 'recognised' }])
  expect([await tables(store).project.count(), await tables(store).revision.count()]).toEqual([0, 0])
})

it('stores nothing of a file that cannot be read, and says what, where and what next', async () => {
  const store = await openTestStore()
  const [result] = await importFile(inputOf({ bytes: fixture(RUN).subarray(0, 700) }), store)
  expect(result).toMatchObject({
    status: 'failed',
    error: { code: 'truncated-json', place: expect.stringContaining(RUN), hint: expect.any(String) },
  })
  expect([await tables(store).project.count(), await tables(store).episode.count()]).toEqual([0, 0])
})

it('joins the outcome of a results file by instance id, also for a run imported before it', async () => {
  const store = await openTestStore()
  const [first] = await importFile(inputOf(), store)
  expect(first?.outcome).toBeNull()
  const sets = createResultSets(async (bytes, name) => readOutcomes(bytes, name))
  const { id } = await sets.add(
    'report.json',
    Buffer.from(
      JSON.stringify({ [first?.instanceId ?? '']: { resolved: true, patch_successfully_applied: true } }),
    ),
  )
  const [again] = await importFile(inputOf({ results: sets.get(id) }), store)
  expect(again).toMatchObject({ status: 'present', outcome: 'resolved' })
  expect(await tables(store).episode.findFirst()).toMatchObject({
    outcome: 'resolved',
    outcomeSource: expect.stringContaining('report.json'),
  })
})

it('says of a run that is present what is stored, not what this file would have said', async () => {
  const store = await openTestStore()
  const [{ instanceId } = {}] = await importFile(inputOf({ dryRun: true }), store)
  const resultsOf = async (resolved: boolean) => {
    const sets = createResultSets(async (bytes, name) => readOutcomes(bytes, name))
    const file = Buffer.from(JSON.stringify([{ instance_id: instanceId, resolved }]))
    return sets.get((await sets.add(`${resolved}.json`, file)).id)
  }
  const [first] = await importFile(inputOf({ results: await resultsOf(true) }), store)
  expect(first).toMatchObject({ outcome: 'resolved' })
  for (const results of [null, await resultsOf(false)])
    expect(await importFile(inputOf({ results }), store)).toMatchObject([
      { status: 'present', outcome: 'resolved', outcomeSource: expect.stringContaining('true.json') },
    ])
})

it('never stores a secret', async () => {
  const store = await openTestStore()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const bytes = Buffer.from(fixture(RUN).toString('utf8').replace('<output>', `<output>\\ntoken ${secret}`))
  const [result] = await importFile(inputOf({ bytes }), store)
  await work(store)
  expect(result?.warnings.join()).toContain('secret, masked')
  const everything = JSON.stringify([
    await tables(store).step.findMany(),
    await tables(store).episode.findMany(),
    await tables(store).entry.findMany(),
    await tables(store).subtask.findMany(),
  ])
  expect(everything).not.toContain(secret)
  expect(everything).toContain('«secret:')
})

it('finishes the work of a process that was killed, once', async () => {
  const store = await openTestStore()
  await importFile(inputOf(), store)
  const claimed = await claimItem(store, 'killed-boot')
  const { itemId = '', target = '' } = claimed ?? {}
  const kept: Write<unknown>[] = []
  await extractEpisode({ itemId, target, keep: (write) => kept.push(write) }, { store })
  await store.writeFirst(kept)
  const { count } = await store.record((tx) => tables(tx).jobItem.updateMany({ data: { state: 'running' } })) // as if it died before it could say so
  expect(count).toBe(1)
  const before = await tables(store).subtask.count()
  await work(store, 'next-boot')
  expect(await tables(store).subtask.count()).toBe(before)
  expect((await findJob(store, claimed?.jobId ?? ''))?.state).toBe('done')
})

it('keeps the reason of an item that fails, after three tries', async () => {
  const store = await openTestStore()
  await importFile(inputOf(), store)
  const worker = createWorker(
    store,
    { extract: () => Promise.reject(new Error('no luck')) },
    'boot',
    () => undefined,
  )
  await worker.start()
  while ((await listJobs(store, 1))[0]?.state !== 'failed') await new Promise((later) => setTimeout(later, 5))
  await worker.stop()
  expect((await listJobs(store, 1))[0]?.items).toMatchObject([
    { state: 'failed', reason: 'no luck', attempts: 3 },
  ])
})

it('stops at once, also when it is told to while it looks for work', async () => {
  const store = await openTestStore()
  const worker = createWorker(store, {}, 'boot', () => undefined)
  await worker.start()
  await worker.stop()
  expect(worker.isRunning()).toBe(false)
}, 1_500)
