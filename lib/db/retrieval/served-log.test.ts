import { expect, it } from 'vitest'
import { UserError } from '../../memory/errors.ts'
import { EMPTY_ANSWER } from '../../memory/fixtures/answer.ts'
import type { Hit, RetrieveRequest } from '../../memory/retrieval.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import { readFunnel } from '../agents/feed.ts'
import { makeProject, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { openStore, type Store } from '../store.ts'
import { tables } from '../tables.ts'
import { reportOutcomes } from './outcomes.ts'
import { listRetrievals } from './retrieval-log.ts'
import { countServed, listWon } from './retrievals.ts'
import { createServedLog, MOST_IN_BATCH, MOST_WAITING, type Served } from './served-log.ts'
import { setServedRetention, trimServed } from './served-retention.ts'
import { listServedUses } from './served-uses.ts'

const EXPERIENCE = {
  title: 'a lesson',
  kind: 'pattern',
  when: 'w',
  do: 'd',
  because: 'b',
  check: '',
} as const
const hit = (rank: number, score: number): Hit => ({
  ...{ rank, score, entryId: `m_${rank}`, category: 'EDIT', objective: 'told elsewhere', keywords: [] },
  ...{ experience: EXPERIENCE, instanceId: 'shop-1', repo: null, extractor: 'rules-v1' },
})

/** A log over a store, whose `record` can be made to fail, and what it says. */
async function openLog(store?: Store) {
  const inner = store ?? (await openTestStore())
  const projectId = await makeProject(inner)
  const said: string[] = []
  const faults: Error[] = []
  const shaky: Store = {
    ...inner,
    record: (work) => (faults.length > 0 ? Promise.reject(faults.shift()) : inner.record(work)),
  }
  const mask = (text: string) => text.replaceAll('s3cret', '••••')
  const log = createServedLog(shaky, { mask, log: (line) => said.push(line) })
  const served = ({ text = 'asked', ...change }: Partial<Served> & { text?: string } = {}): Served => ({
    ...{ projectId, by: 'agent', episodeId: null, isWithheld: false, propensity: 1, declaredBy: null },
    request: { text, limit: 5 } as RetrieveRequest,
    answer: { ...EMPTY_ANSWER, kept: 2, hits: [hit(1, 0.75), hit(2, 0.5)], margin: 0.25, abstained: null },
    ...change,
  })
  const add = (change?: Parameters<typeof served>[0]) => log.add(served(change))
  const durable = () => log.addDurably(served())
  const rows = () => tables(inner).retrieval.findMany({ orderBy: { id: 'asc' } })
  return { store: inner, projectId, log, add, durable, rows, said, faults }
}

it('writes nothing while an answer is given, and everything at a flush, each answer once', async () => {
  const { log, add, rows } = await openLog()
  add()
  add({ by: 'other' })
  expect(await rows()).toEqual([])
  await Promise.all([log.flush(), log.flush()])
  await log.flush()
  expect((await rows()).map(({ by, purpose }) => [by, purpose])).toEqual([
    ['agent', 'served'],
    ['other', 'served'],
  ])
})

it('writes an answer that comes while what is too old is taken out, without waiting for another one', async () => {
  const { log, durable, rows } = await openLog()
  await durable()
  // The first write looks for what is too old; this one comes meanwhile.
  await durable()
  expect(await rows()).toHaveLength(2)
  await log.flush()
}, 5_000)

it('keeps of an answer its choice, scores and terms, and no text of a lesson', async () => {
  const { log, add, rows } = await openLog()
  add({ episodeId: 'run-1', propensity: 0.9 })
  await log.flush()
  const [row] = await rows()
  expect(row).toMatchObject({
    ...{ winnerId: 'm_1', score: 0.75, abstained: null, verdict: 'unknown', strategy: 'subtask' },
    ...{ category: 'EDIT', text: 'asked', episodeId: 'run-1', propensity: 0.9, withheld: false },
    ...{ eligibleCount: 2, policyVersion: 'top1-v1', embedder: 'local-v1', storeRevision: 1, latencyMs: 1 },
    outcome: null,
  })
  expect(JSON.parse(row?.answer ?? '')).toEqual({
    intent: { category: 'EDIT', description: { objective: 'asked', keywords: [] } },
    hits: [
      { rank: 1, score: 0.75, entryId: 'm_1' },
      { rank: 2, score: 0.5, entryId: 'm_2' },
    ],
    margin: 0.25,
  })
  expect(JSON.stringify(row)).not.toMatch(/a lesson|told elsewhere/)
})

it.each<[string, Partial<Served>, string | null, number | null, string | null]>([
  ['was given its best', {}, 'm_1', 0.75, null],
  ['was withheld at random', { isWithheld: true, propensity: 0.1 }, null, 0.75, 'withheld'],
  [
    'lay under the floor',
    { answer: { ...EMPTY_ANSWER, hits: [hit(1, 0.2)], abstained: 'floor' } },
    null,
    0.2,
    'floor',
  ],
  ['found nothing', { answer: EMPTY_ANSWER }, null, null, 'cold'],
])('an answer that %s says so in its row', async (_what, change, winnerId, score, abstained) => {
  const { log, add, rows } = await openLog()
  add(change)
  await log.flush()
  expect(await rows()).toMatchObject([{ winnerId, score, abstained, withheld: change.isWithheld ?? false }])
})

it('masks what is secret wherever the question stands in a row', async () => {
  const { log, add, rows } = await openLog()
  const description = { objective: 'push s3cret', keywords: ['s3cret', 'mirror'] }
  add({
    ...{ text: 'use s3cret now', by: 'agent s3cret' },
    answer: { ...EMPTY_ANSWER, intent: { category: 'EDIT', description } },
  })
  await log.flush()
  const text = JSON.stringify(await rows())
  expect(text).not.toContain('s3cret')
  expect(text.match(/••••/g)).toHaveLength(5)
})

it('a full batch is written at once, more than one in turns', async () => {
  const { log, add, rows, projectId, store } = await openLog()
  for (let n = 0; n < 2 * MOST_IN_BATCH + 3; n++) add({ text: `q${n}` })
  await log.flush()
  expect((await rows()).map(({ text }) => text)).toEqual(
    Array.from({ length: 2 * MOST_IN_BATCH + 3 }, (_, n) => `q${n}`),
  )
  const { rows: page, count } = await listRetrievals(store, projectId, { offset: 1, limit: 2 })
  expect([count, page.map(({ text }) => text)]).toEqual([403, ['q401', 'q400']])
})

it('counts what finds the log full, keeps what came before, and takes more once it is written', async () => {
  const { log, add, rows, faults } = await openLog()
  faults.push(...Array.from({ length: MOST_WAITING }, () => new Error('disk')))
  for (let n = 0; n < MOST_WAITING + 3; n++) add({ text: `q${n}` })
  expect(log.droppedCount()).toBe(3)
  await log.flush()
  faults.length = 0
  await log.flush()
  expect((await rows()).map(({ text }) => text).slice(-1)).toEqual([`q${MOST_WAITING - 1}`])
  add({ text: 'later' })
  await log.flush()
  expect([(await rows()).length, log.droppedCount()]).toEqual([MOST_WAITING + 1, 3])
})

it('a durable answer waits for its batch, which others share, and is told when it failed or the log is full', async () => {
  const { log, add, rows, faults, durable } = await openLog()
  const records = 20
  const ids = await Promise.all(Array.from({ length: records }, () => durable()))
  expect((await rows()).map(({ id }) => id)).toEqual(ids)
  faults.push(new Error('disk full'))
  await expect(durable()).rejects.toThrow('disk full')
  await log.flush()
  expect(await rows()).toHaveLength(records + 1) // tried again: what was refused is not lost
  for (let n = 0; n < MOST_WAITING; n++) add()
  await expect(durable()).rejects.toMatchObject({ code: 'log-full', status: 503 })
})

it('answers wait for a log that is 250 ms behind, and for no other, nor for one that cannot be written', async () => {
  const opened = Promise.withResolvers<void>()
  let isHeld = false
  const inner = await openTestStore()
  const { log, add, rows, said, faults } = await openLog({
    ...inner,
    record: async (work) => {
      if (isHeld) await opened.promise
      return await inner.record(work)
    },
  })
  isHeld = true
  add()
  await log.keepUp()
  await new Promise((later) => setTimeout(later, 260))
  add()
  let isUp = false
  const up = log.keepUp().then(() => (isUp = true))
  await new Promise((later) => setTimeout(later, 30))
  expect(isUp).toBe(false)
  opened.resolve()
  await up
  expect(await rows()).toHaveLength(2)
  faults.push(new Error('full'))
  add()
  await log.flush()
  await new Promise((later) => setTimeout(later, 260))
  await log.keepUp()
  expect(said).toHaveLength(1)
})

it('a write that fails is said once, tried again, and said again only after one that held', async () => {
  const { log, add, rows, said, faults } = await openLog()
  for (let n = 0; n < 3; n++) faults.push(new Error('disk full'))
  add()
  for (let n = 0; n < 2; n++) await log.flush()
  expect(said).toEqual(['The log of served retrievals cannot be written, it tries again: Error: disk full'])
  await log.flush()
  expect(await rows()).toHaveLength(1)
  faults.push(new Error('again'))
  add()
  await log.flush()
  expect(said[1]).toContain('again')
  expect([await rows(), said].map(({ length }) => length)).toEqual([2, 2])
})

it('looks for rows that are too many when it begins, and then once in a thousand', async () => {
  const { store, log, add, rows } = await openLog()
  await setServedRetention(store, { days: null, most: 1 })
  const write = async (count: number) => {
    for (let n = 0; n < count; n++) add()
    await log.flush()
    return (await rows()).length
  }
  expect([await write(2), await write(2), await write(997), await write(1)]).toEqual([1, 3, 1_000, 1])
})

it('a clock that runs 400 days ahead takes nothing out by age, and says so, until a person sets it again', async () => {
  const inner = await openTestStore()
  let ahead = 0
  const now = () => new Date(inner.now().getTime() + ahead * 86_400_000)
  const { store, log, add, rows, said } = await openLog({ ...inner, now })
  for (let n = 0; n < 3; n++) add()
  await log.flush()
  ahead = 400
  expect(await trimServed(store)).toBe(400)
  expect(await rows()).toHaveLength(3)
  const later = createServedLog(store, { mask: (text) => text, log: (line) => said.push(line) })
  for (let n = 0; n < 2; n++) {
    later.add({
      ...{ projectId: (await rows())[0]?.projectId ?? '', by: 'agent', episodeId: null, isWithheld: false },
      ...{ propensity: 1, declaredBy: null, request: { text: 'x', limit: 5 } as RetrieveRequest },
      answer: { ...EMPTY_ANSWER, kept: 2, hits: [hit(1, 0.75)], margin: null, abstained: null },
    })
    await later.flush()
  }
  expect(await rows()).toHaveLength(5)
  expect(said).toEqual([expect.stringContaining('400 days past')])
  await setServedRetention(store, { days: 90, most: 100 })
  expect(await rows()).toHaveLength(2)
})

it('old rows that cannot be taken out stop neither the log nor a close, and are taken out the next time', async () => {
  const { store, log, add, rows, said } = await openLog()
  await setServedRetention(store, { days: null, most: 1 })
  add({ text: 'old' })
  await log.flush()
  let calls = 0
  const cannotTrim: Store = {
    ...store,
    record: (work) => (++calls === 2 ? Promise.reject(new Error('busy')) : store.record(work)),
  }
  const later = await openLog(cannotTrim)
  calls = 0
  later.add({ text: 'new' })
  await later.log.flush()
  expect([await rows(), later.said]).toMatchObject([[{}, {}], [expect.stringContaining('busy')]])
  expect(said).toEqual([])
  later.add({ text: 'newest' })
  await later.log.flush()
  expect((await rows()).map(({ text }) => text)).toEqual(['newest'])
})

it('at the end of a process what waits is written without waiting, and a batch under way is not written twice', async () => {
  const { store, log, add, rows, said } = await openLog()
  for (let n = 0; n < MOST_IN_BATCH; n++) add() // begins to write
  add({ text: 'last' })
  log.flushAtExit()
  await log.flush()
  const all = await rows()
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([MOST_IN_BATCH + 1, MOST_IN_BATCH + 1])
  expect(said).toEqual([])
  log.flushAtExit() // nothing waits: opens no file
  await store.close()
  const again = await openStore({ dataPath: store.dataPath, rootPath: process.cwd(), now: store.now })
  expect(await tables(again).retrieval.count()).toBe(MOST_IN_BATCH + 1)
  await again.close()
})

it('at the end of a process a database that is gone is said with the number of answers lost', async () => {
  const store = await openTestStore()
  const { log, add, said } = await openLog({ ...store, dataPath: `${store.dataPath}/none` })
  add()
  log.flushAtExit()
  expect(said).toEqual([expect.stringMatching(/^1 answers at the end were not logged/)])
})

it('a store that is only read takes no answer and counts none as lost', async () => {
  const store = await openTestStore()
  await makeProject(store)
  const damaged = new UserError('damaged-store', 'The database is damaged.', { hint: '' })
  const { log, add, rows, said } = await openLog({ ...store, onlyRead: damaged })
  for (let n = 0; n < MOST_WAITING + 1; n++) add()
  await log.flush()
  log.flushAtExit()
  expect([log.droppedCount(), await rows(), said]).toEqual([0, [], []])
})

it('an outcome reported before the answer is joined to it, in its own project only', async () => {
  const { store, projectId, log, add, rows } = await openLog()
  const other = await makeProject(store, 'other')
  await reportOutcomes(store, {
    ...{ projectId, by: 'ci' },
    outcomes: [{ episode: 'run-1', outcome: 'resolved', instanceId: null }],
  })
  add({ episodeId: 'run-1' })
  add({ episodeId: 'run-1', projectId: other })
  add({ episodeId: 'run-2' })
  add()
  await log.flush()
  expect((await rows()).map(({ outcome }) => outcome)).toEqual(['resolved', null, null, null])
})

it('an episode reported twice in one report is one, and its last outcome counts', async () => {
  const { store, projectId, log, add, rows } = await openLog()
  add({ episodeId: 'a' })
  await log.flush()
  const outcomes = (['resolved', 'unresolved'] as const).flatMap((outcome) =>
    ['a', 'z'].map((episode) => ({ episode, outcome, instanceId: null })),
  )
  expect(await reportOutcomes(store, { projectId, by: 'ci', outcomes })).toEqual({
    ...{ episodeCount: 2, retrievalCount: 1, unserved: ['z'] },
  })
  expect((await rows()).map(({ outcome }) => outcome)).toEqual(['unresolved'])
})

it('of answers of one millisecond the one given last was won last', async () => {
  const { store, log, add } = await openLog({ ...(await openTestStore()), now: () => new Date(0) })
  for (const text of ['first', 'second', 'third']) add({ text })
  await log.flush()
  expect(await countServed(store, 'm_1')).toBe(3)
  expect((await listWon(store, 'm_1', 2)).map(({ text }) => text)).toEqual(['third', 'second'])
})

it('what git says of a session stands beside what was reported of it, and neither counts as the other', async () => {
  const { store, projectId, log, add } = await openLog()
  const KEPT = { outcome: 'resolved', outcomeSource: 'git: kept, 3 of 3 lines are in HEAD' } as const
  const REVERTED = {
    outcome: 'unresolved',
    outcomeSource: 'git: reverted, 4f2a9c1 takes out all lines',
  } as const
  const runs: [string, Partial<Trajectory>][] = [
    ['kept', KEPT],
    ['two#1', KEPT],
    ['two#2', REVERTED],
    ['judged', { outcome: 'resolved', outcomeSource: 'report.json (swebench-report)' }],
    ['young', { outcome: null, outcomeSource: 'git: unknown, in HEAD for 2 of the 7 days' }],
    ['torn', KEPT],
    ['torn', REVERTED],
    ['held', REVERTED],
  ]
  for (const [instanceId, run] of runs) await storeRun(store, { instanceId, ...run })
  await storeRun(store, { project: 'other', instanceId: 'elsewhere', ...KEPT })
  const names = ['kept', 'two', 'two#2', 'judged', 'young', 'torn', 'elsewhere']
  for (const name of names) add({ episodeId: `codex:${name}`, declaredBy: 'observed' })
  add({ episodeId: 'codex:kept', declaredBy: 'observed' })
  add({ episodeId: 'held', declaredBy: 'agent', isWithheld: true })
  await log.flush()
  const reported = [{ episode: 'codex:kept', outcome: 'unresolved' as const, instanceId: null }]
  await reportOutcomes(store, { projectId, by: 'ci', outcomes: reported })

  const uses = await listServedUses(store, [projectId])
  expect(
    uses.flatMap(({ episodeId, git, outcome }) => (git || outcome ? [[episodeId, git, outcome]] : [])),
  ).toEqual([
    ['codex:kept', 'kept', 'unresolved'],
    ['codex:two', 'kept', null],
    ['codex:two#2', 'reverted', null],
    ['codex:kept', 'kept', 'unresolved'],
    ['held', 'reverted', null],
  ])
  const { given, git } = await readFunnel(store, { projectId })
  expect([given, git.given, git.withheld]).toMatchObject([
    { resolved: 0, n: 1 },
    { resolved: 2, n: 3 },
    { resolved: 0, n: 1 },
  ])
})
