import { describe, expect, it, onTestFinished } from 'vitest'
import { findJob } from '../../db/jobs/job-views.ts'
import { cancelJob, retryJob } from '../../db/jobs/order-jobs.ts'
import { pauseJob } from '../../db/jobs/pauses.ts'
import { listWaitingRequests, recordedLines, sumCalls } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { startFakeOpenAi, type Turn } from '../../llm/fixtures/fake-openai.ts'
import { createRecordedCompleter, readRecording, recordedLine } from '../../llm/recording.ts'
import { completerAt, distilBench, openWithRuns, whatIsKept } from '../fixtures/distil-bench.ts'
import { scriptedAnswer, scriptedReply } from '../fixtures/scripted-extractor.ts'
import { createWorker } from '../worker.ts'
import { DISTIL } from './distil-request.ts'
import { distilRun } from './distil-run.ts'
import { estimateDistil } from './distil-status.ts'
import { giveAnswer } from './hand-over.ts'
import { resumeDistil } from './order-distil.ts'

/** A request that waits, with how many do; null when none does. */
async function nextRequest(store: Store, projectId: string) {
  const { rows, count } = await listWaitingRequests(store, { projectId, offset: 0, limit: 1 })
  const [request] = rows
  return request ? { request, count } : null
}

/** Runs of three subtasks; a call each where all goes well. */
const RUNS = 21

async function benchWith(
  options: Parameters<typeof startFakeOpenAi>[0] = {},
  runs = RUNS,
  timeoutMs = 5_000,
) {
  const { store, projectId } = await openWithRuns(runs)
  const fake = await startFakeOpenAi({ reply: scriptedReply, ...options })
  onTestFinished(() => fake.close())
  const completer = completerAt(fake.url, timeoutMs)
  return { store, projectId, fake, ...distilBench(store, () => completer) }
}

describe('a model over a project', () => {
  it('reads every run once; what it made is in service where nothing else is', async () => {
    const { store, fake, order, work, projectId } = await benchWith()
    const { jobId, runCount } = await order()
    expect(runCount).toBe(RUNS)
    expect(await work(jobId)).toMatchObject({ state: 'done', doneCount: RUNS, failedCount: 0 })
    expect(fake.chats).toHaveLength(RUNS)
    const kept = await whatIsKept(store)
    expect(kept.distillations).toHaveLength(3 * RUNS)
    expect(kept.answers).toHaveLength(RUNS)
    expect(kept.entries.length).toBeGreaterThan(RUNS / 2)
    expect(await tables(store).entry.count({ where: { extractor: 'model-v3', beside: true } })).toBe(0)
    expect(await sumCalls(store, { jobId })).toMatchObject({ callCount: RUNS, cutCount: 0 })
    await expect(order()).rejects.toMatchObject({ code: 'nothing-to-distil' })
    const left = { projectId, with: 'openai', limit: null } as const
    expect(
      await estimateDistil(left, { store, priceOf: () => ({ inputUsd: null, outputUsd: null }) }),
    ).toMatchObject({
      runs: 0,
      calls: 0,
    })
  })

  it('is estimated before anybody is asked: calls, tokens, and a price where one is known', async () => {
    const { store, fake, projectId } = await benchWith()
    const ask = { projectId, with: 'openai', limit: null } as const
    const priced = await estimateDistil(ask, { store, priceOf: () => ({ inputUsd: 1, outputUsd: 10 }) })
    expect(priced).toMatchObject({ runs: RUNS, calls: RUNS, answered: 0, durationMs: null })
    expect(priced.priceUsd).toBeCloseTo((priced.inputTokens + 10 * priced.outputTokens) / 1e6, 12)
    const unpriced = await estimateDistil(ask, { store, priceOf: () => ({ inputUsd: null, outputUsd: 10 }) })
    expect(unpriced.priceUsd).toBeNull()
    expect(unpriced.recorded).toBeNull()
    expect(fake.chats).toHaveLength(0)
  })

  it('is estimated with a recording by how much that knows of it', async () => {
    const { store, order, work, projectId } = await benchWith()
    await work((await order()).jobId)
    const known = new Map<string, unknown>()
    for await (const { hash } of recordedLines(store, projectId)) known.set(hash, {})
    const { store: other, projectId: otherId } = await openWithRuns(RUNS)
    const ask = { projectId: otherId, with: 'recorded', limit: null } as const
    const priceOf = () => ({ inputUsd: 0, outputUsd: 0 })
    const withIt = await estimateDistil(ask, { store: other, priceOf, recording: () => known })
    const withAnother = await estimateDistil(ask, { store: other, priceOf, recording: () => new Map() })
    expect([withIt.runs, withIt.recorded, withAnother.recorded]).toEqual([RUNS, RUNS, 0])
  })

  it('has its estimate of tokens read borne out by what a server then counts', async () => {
    const { store, fake, projectId, order, work } = await benchWith()
    const ask = { projectId, with: 'openai', limit: null } as const
    const { inputTokens } = await estimateDistil(ask, {
      store,
      priceOf: () => ({ inputUsd: 1, outputUsd: 1 }),
    })
    await work((await order()).jobId)
    const counted = (await sumCalls(store, { since: new Date(0) })).inputTokens
    expect(fake.chats.length).toBeGreaterThan(0)
    // The schema is part of the estimate, and not of what this server counts.
    expect(Math.abs(counted / inputTokens - 1)).toBeLessThan(0.2)
  })

  it.each<[string, Turn]>([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['429 without', { status: 429 }],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
    ['503 without', { status: 503 }],
    ['500', { status: 500 }],
    ['hang', 'hang'],
    ['slow drip', { dripMs: 1_000 }],
    ['cut body', 'cut'],
    ['not JSON', 'not-json'],
    ['closed connection', 'closed'],
    ['wrong schema', 'wrong-schema'],
    ['no JSON in the answer', 'no-json'],
  ])(
    'meets %s at each of 20 runs and loses none',
    async (_name, turn) => {
      // Only what never ends is cut off soon: on a busy machine a good answer takes its time.
      const timeoutMs = turn === 'hang' || (typeof turn === 'object' && 'dripMs' in turn) ? 500 : 5_000
      const { store, fake, order, work } = await benchWith({ atFirst: turn }, RUNS, timeoutMs)
      const { jobId } = await order()
      let job = await work(jobId)
      for (let goes = 0; job.state === 'paused' && goes < 40; goes++) {
        await resumeDistil(store, { jobId })
        job = await work(jobId)
      }
      expect(job).toMatchObject({ state: 'done', doneCount: RUNS, failedCount: 0 })
      const kept = await whatIsKept(store)
      expect(kept.distillations).toHaveLength(3 * RUNS)
      expect(new Set(kept.answers).size).toBe(RUNS)
      // Of each request one whole and good answer left the server, and none was asked for after that.
      const good = fake.chats.filter(({ isAnswered, key }) => isAnswered && key?.endsWith(goodTry(turn)))
      expect(good).toHaveLength(RUNS)
      expect(new Set(good.map(({ key }) => key)).size).toBe(RUNS)
    },
    60_000,
  )

  it.each<[string, Turn, string]>([
    ['refusal', 'refusal', 'declined'],
    ['length', 'length', 'did not come to an end'],
    ['huge body', 'huge', 'more than 4 MB'],
  ])(
    'says of 20 runs that met %s why they have none, keeps nothing of them, and asks again when told',
    async (_name, turn, words) => {
      const script: Turn[] = Array.from({ length: RUNS }, () => turn)
      const { store, fake, order, work } = await benchWith({ script })
      const { jobId } = await order()
      const job = await work(jobId)
      expect(job).toMatchObject({ state: 'failed', doneCount: 0, failedCount: RUNS })
      expect(job.items.every(({ reason }) => reason?.includes(words))).toBe(true)
      expect(fake.chats).toHaveLength(RUNS)
      expect(await whatIsKept(store)).toEqual({ entries: [], distillations: [], answers: [] })
      await retryJob(store, jobId)
      expect(await work(jobId)).toMatchObject({ state: 'done', doneCount: RUNS })
    },
    60_000,
  )

  it.each<[string, Turn, RegExp]>([
    ['a redirect', 'redirect', /redirects/],
    ['a refused key', { status: 401 }, /401/],
    ['a quota used up', 'quota', /quota/],
    ['an hour to wait', { status: 429, headers: { 'retry-after': '3600' } }, /429/],
  ])('pauses at %s instead of failing at every run, and goes on when told', async (_name, turn, words) => {
    const { store, fake, order, work } = await benchWith({ script: [turn, turn, turn, turn] })
    const { jobId } = await order()
    const job = await work(jobId)
    expect(job).toMatchObject({ state: 'paused', reason: expect.stringMatching(words), failedCount: 0 })
    expect(fake.chats.length).toBeLessThanOrEqual(4)
    fake.script.length = 0
    await resumeDistil(store, { jobId })
    expect(await work(jobId)).toMatchObject({ state: 'done', doneCount: RUNS })
  })

  it.each([1, 7, 20])(
    'stops at a cap of %i calls with none beyond, and goes on where it stopped',
    async (cap) => {
      const { store, fake, order, work } = await benchWith()
      const { jobId } = await order({ caps: { jobCalls: cap } })
      expect(await work(jobId)).toMatchObject({
        state: 'paused',
        reason: expect.stringMatching(/cap of \d+ calls of this job/),
      })
      expect(fake.chats).toHaveLength(cap)
      await resumeDistil(store, { jobId, caps: { jobCalls: null } })
      expect(await work(jobId)).toMatchObject({ state: 'done', doneCount: RUNS })
      expect(new Set(fake.chats.map(({ key }) => key)).size).toBe(fake.chats.length)
    },
  )

  it('holds a day’s cap across jobs, retries counted', async () => {
    const { store, fake, order, work } = await benchWith({ script: [{ status: 500 }, { status: 500 }] })
    const { jobId } = await order({ caps: { dayCalls: 5 } })
    expect(await work(jobId)).toMatchObject({ state: 'paused', reason: expect.stringMatching(/of this day/) })
    expect(fake.chats).toHaveLength(5)
    expect((await sumCalls(store, { jobId })).callCount).toBe(5)
  })

  it('can be paused by a person: what is under way is finished and kept, nothing more is begun', async () => {
    const { store, fake, order, work } = await benchWith({ thinkMs: 20 })
    const { jobId } = await order()
    const working = work(jobId)
    while (fake.chats.length < 6) await new Promise((later) => setTimeout(later, 5))
    await pauseJob(store, jobId, 'paused by a person')
    expect(await working).toMatchObject({ state: 'paused' })
    const answered = fake.chats.filter(({ isAnswered }) => isAnswered).length
    expect((await whatIsKept(store)).answers).toHaveLength(answered)
    expect((await findJob(store, jobId))?.items.filter(({ state }) => state === 'running')).toEqual([])
    await resumeDistil(store, { jobId })
    await work(jobId)
    expect(fake.chats).toHaveLength(RUNS)
  })
})

describe('hand-over', () => {
  it('waits for answers that anybody gives, one after the other, and ends as a server’s work does', async () => {
    const server = await benchWith()
    await server.work((await server.order()).jobId)
    const { store, order, work, projectId, fake } = await benchWith()
    const { jobId } = await order({ with: 'handover' })
    let job = await work(jobId)
    expect(job).toMatchObject({ state: 'held', reason: '21 wait for an answer' })
    let given = 0
    while (job.state === 'held') {
      for (let next = await nextRequest(store, projectId); next; next = await nextRequest(store, projectId)) {
        const answer =
          given % 2 === 0 ? scriptedAnswer(next.request) : JSON.parse(scriptedAnswer(next.request))
        expect(await giveAnswer(store, next.request.hash, { answer, model: 'a-person' })).toMatchObject({
          isNew: true,
        })
        given++
      }
      job = await work(jobId)
    }
    expect(job).toMatchObject({ state: 'done', doneCount: RUNS })
    expect(given).toBe(RUNS)
    expect(fake.chats).toHaveLength(0)
    expect(await whatIsKept(store)).toEqual(await whatIsKept(server.store))
  }, 30_000)

  it('refuses an answer of another form by name, and waits on; the same answer twice changes nothing', async () => {
    const { store, order, work, projectId } = await benchWith({}, 1)
    await work((await order({ with: 'handover' })).jobId)
    const next = await nextRequest(store, projectId)
    const { request } = next ?? { request: null }
    if (!request) throw new Error('nothing waits')
    await expect(
      giveAnswer(store, request.hash, { answer: { stages: [], lessons: 'none' } }),
    ).rejects.toMatchObject({
      code: 'answer-unfit',
      status: 422,
      message: expect.stringMatching(/lessons: /),
    })
    await expect(giveAnswer(store, request.hash, { answer: 'no idea' })).rejects.toMatchObject({
      code: 'answer-not-json',
    })
    expect((await nextRequest(store, projectId))?.request.hash).toBe(request.hash)
    const good = { answer: scriptedAnswer(request) }
    expect(await giveAnswer(store, request.hash, good)).toMatchObject({ isNew: true, itemCount: 1 })
    expect(await giveAnswer(store, request.hash, good)).toMatchObject({ isNew: false, itemCount: 0 })
    await expect(giveAnswer(store, 'f'.repeat(64), good)).rejects.toMatchObject({ code: 'no-such-request' })
  })

  it('can be answered by a server in the end: what was given by hand is not asked again', async () => {
    const { store, order, work, projectId, fake } = await benchWith()
    const { jobId } = await order({ with: 'handover' })
    await work(jobId)
    const next = await nextRequest(store, projectId)
    if (next) await giveAnswer(store, next.request.hash, { answer: scriptedAnswer(next.request) })
    await cancelJob(store, jobId)
    expect(await work((await order()).jobId)).toMatchObject({ state: 'done', doneCount: RUNS })
    expect(fake.chats).toHaveLength(RUNS - 1)
  })
})

describe('a recording', () => {
  it('exported from one store gives another the same entries, and asks nobody', async () => {
    const { store, order, work, projectId } = await benchWith()
    await work((await order()).jobId)
    const lines: string[] = []
    for await (const line of recordedLines(store, projectId)) lines.push(recordedLine(line))
    const { store: other } = await openWithRuns(RUNS)
    const recorded = createRecordedCompleter(readRecording(lines.join('\n'), 'r.jsonl'), () => new Date(0))
    const bench = distilBench(other, () => recorded)
    expect(await bench.work((await bench.order({ with: 'recorded' })).jobId)).toMatchObject({ state: 'done' })
    expect(await whatIsKept(other)).toEqual(await whatIsKept(store))
    expect((await sumCalls(other, { since: new Date(0) })).callCount).toBe(0)
  })

  it('that lacks an answer says so of that run alone', async () => {
    const { store, order, work, projectId } = await benchWith()
    await work((await order()).jobId)
    const lines: string[] = []
    for await (const line of recordedLines(store, projectId)) lines.push(recordedLine(line))
    const { store: other } = await openWithRuns(RUNS)
    const recorded = createRecordedCompleter(
      readRecording(lines.slice(1).join('\n'), 'r.jsonl'),
      () => new Date(0),
    )
    const bench = distilBench(other, () => recorded)
    const job = await bench.work((await bench.order({ with: 'recorded' })).jobId)
    expect(job).toMatchObject({ state: 'failed', doneCount: RUNS - 1, failedCount: 1 })
    expect(job.items[0]?.reason).toMatch(/recording holds no answer/)
  })
})

/** Which try of a request is the good one. */
function goodTry(turn: Turn): string {
  return turn === 'wrong-schema' || turn === 'no-json' ? '-2' : '-1'
}

describe('an order while another is open', () => {
  it('keeps the caps of the open one but for those it names', async () => {
    const { store, order } = await benchWith()
    const { jobId } = await order({ caps: { jobCalls: 3, jobUsd: 0.1 } })
    await order({ caps: { dayCalls: 7 } })
    const { request } = await tables(store).job.findUniqueOrThrow({ where: { id: jobId } })
    expect(JSON.parse(request ?? '{}').caps).toMatchObject({ jobCalls: 3, jobUsd: 0.1, dayCalls: 7 })
  })

  it('for fewer is refused, for it is not what is open', async () => {
    const { order } = await benchWith()
    await order()
    await expect(order({ limit: 2 })).rejects.toMatchObject({ code: 'other-work-open', status: 409 })
  })
})

it('is stopped in the middle of a call, which is asked again at the next start', async () => {
  const { store, order, deps, fake } = await benchWith({ atFirst: 'hang' }, RUNS, 600_000)
  const { jobId } = await order()
  const worker = createWorker(store, { [DISTIL]: (item) => distilRun(item, deps) }, 'b_1', () => undefined)
  await worker.start()
  await expect.poll(() => fake.chats.length, { timeout: 20_000 }).toBe(4)
  await worker.stop()
  const items = await tables(store).jobItem.groupBy({
    by: ['state', 'attempts'],
    where: { jobId },
    _count: true,
  })
  expect(items).toEqual([{ state: 'waiting', attempts: 0, _count: RUNS }])
  expect(await tables(store).modelCall.groupBy({ by: ['outcome'], _count: true })).toEqual([
    { outcome: 'ended', _count: 4 },
  ])
})

it('serves what a model made as the project serves at that moment, not as it did when the model was asked', async () => {
  const { store, order, work, deps, projectId } = await benchWith()
  const retired = deps.retired
  deps.retired = async () => {
    await store.record((tx) =>
      tables(tx).project.update({
        where: { id: projectId },
        data: { extractor: 'model-v3', reviewGate: true },
      }),
    )
    return await retired()
  }
  await work((await order()).jobId)
  const made = await tables(store).entry.groupBy({
    by: ['beside', 'lifecycle'],
    where: { extractor: 'model-v3' },
    _count: true,
  })
  expect(made).toEqual([{ beside: false, lifecycle: 'candidate', _count: expect.any(Number) }])
})

it('keeps no secret that an escape in a given answer hid', async () => {
  const { store, order, work, projectId } = await benchWith()
  await work((await order({ with: 'handover' })).jobId)
  const next = await nextRequest(store, projectId)
  if (!next) throw new Error('nothing waits')
  const { hash } = next.request
  const token = ['ghp', 'a1B2c3D4e5'.repeat(4)].join('_')
  const text = JSON.stringify({
    lessons: [],
    stages: [{ subtask: 1, category: 'EDIT', why: `it used ${token}` }],
  })
  await giveAnswer(store, hash, { answer: text.replace('ghp_', '\\u0067hp_') })
  const { value } = await tables(store).modelRequest.findUniqueOrThrow({ where: { hash } })
  expect(value).toContain('it used')
  expect(value).not.toContain(token)
})
