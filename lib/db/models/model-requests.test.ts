import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ModelAnswer, ModelRequest } from '../../llm/complete.ts'
import { createRandom } from '../../memory/statistics.ts'
import { makeProject, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { enqueueJob } from '../jobs/order-jobs.ts'
import { holdItem } from '../jobs/pauses.ts'
import { claimItem } from '../jobs/work-queue.ts'
import {
  type Asker,
  beginCall,
  countAnswerers,
  endCall,
  findAnswer,
  findRequestState,
  getRequest,
  keepAnswer,
  listLatencies,
  listWaitingRequests,
  putRequest,
  reckonCalls,
  recordedLines,
  refuseRequest,
  sumCalls,
} from './model-requests.ts'

const request = (user: string): ModelRequest<unknown> => ({
  ...{ purpose: 'distil', prompt: 'distil@1', system: 'system', user, schema: z.object({ a: z.number() }) },
})

async function desk() {
  const store = await openTestStore()
  const { projectId, stageIds } = await storeRun(store, { stages: [{}, {}] })
  const [subtaskId = '', second = ''] = stageIds
  const put = (user: string, asker: Asker = { projectId, subtaskId }) =>
    store.record((tx) => putRequest(store, tx, request(user), asker))
  const keep = (hash: string, value: unknown = { a: 1 }, change: Partial<ModelAnswer> = {}) => {
    const took = { inputTokens: 10, outputTokens: 2, costUsd: 0.5, latencyMs: 12.6 }
    const answer = {
      hash,
      value,
      provider: 'openai',
      model: 'm',
      at: '2026-01-02T03:04:05.000Z',
      ...took,
      ...change,
    }
    return store.record((tx) => keepAnswer(tx, answer))
  }
  return { store, projectId, subtaskId, second, put, keep }
}

it('the same words are one request whoever asks, known by their hash and kept word for word', async () => {
  const { store, projectId, second, put } = await desk()
  const hash = await put('one')
  expect(await put('one', { projectId, subtaskId: second })).toBe(hash)
  expect(await put('one', { projectId, handedOver: false })).toBe(hash)
  expect(await put('two')).not.toBe(hash)
  const kept = {
    hash,
    system: 'system',
    user: 'one',
    purpose: 'distil',
    prompt: 'distil@1',
    state: 'waiting',
    error: null,
  }
  expect(await getRequest(store, hash)).toMatchObject({
    ...kept,
    schema: { properties: { a: { type: 'number' } } },
  })
  await expect(getRequest(store, 'none')).rejects.toMatchObject({ code: 'no-such-request', status: 404 })
})

it('the first answer stays, and a refusal does not take it away; what was refused may still be answered', async () => {
  const { store, put, keep } = await desk()
  const hash = await put('one')
  expect(await findAnswer(store, hash)).toBeNull()
  await store.record((tx) => refuseRequest(tx, hash, 'not JSON'))
  expect(await getRequest(store, hash)).toMatchObject({ state: 'refused', error: 'not JSON' })
  expect(await keep(hash, { a: 1 })).toBe(true)
  expect(await keep(hash, { a: 2 })).toBe(false)
  await store.record((tx) => refuseRequest(tx, hash, 'late'))
  expect(await getRequest(store, hash)).toMatchObject({ state: 'answered', error: null })
  expect(await findAnswer(store, hash)).toEqual({
    ...{ hash, value: { a: 1 }, provider: 'openai', model: 'm', inputTokens: 10, outputTokens: 2 },
    ...{ costUsd: 0.5, latencyMs: 13, at: '2026-01-02T03:04:05.000Z' },
  })
  expect(await keep('none')).toBe(false)
})

it('a question waits once it was handed over, and stays so when it is asked again in another way', async () => {
  const { store, projectId, put, keep } = await desk()
  const state = async (hash: string) => await findRequestState(store, hash)
  expect(await state('none')).toBe('none')
  const hash = await put('q', { projectId, handedOver: false })
  expect(await state(hash)).toBe('refused')
  await put('q', { projectId, handedOver: true })
  await put('q', { projectId, handedOver: false })
  expect(await state(hash)).toBe('waits')
  await keep(hash)
  expect(await state(hash)).toBe('refused')
})

it('what waits is what an item cannot go on without or was handed over, the oldest first, in a project or in all', async () => {
  const { store, projectId, subtaskId, put, keep } = await desk()
  const other = await makeProject(store, 'other')
  const [held, question, elsewhere] = [
    await put('held'),
    await put('q', { projectId, handedOver: true }),
    await put('o', { projectId: other, handedOver: true }),
  ]
  await put('asked of a server')
  const order = {
    kind: 'distil',
    label: 'l',
    request: null,
    projectId,
    items: [{ label: 'l', target: subtaskId }],
  }
  await store.record((tx) => enqueueJob(store, tx, order))
  const item = await claimItem(store, 'me', 'models')
  await store.record((tx) => holdItem(tx, item?.itemId ?? '', held))
  const waiting = async (project: string | null, offset = 0, limit = 9) => {
    const { rows, count } = await listWaitingRequests(store, { projectId: project, offset, limit })
    return [rows.map(({ hash }) => hash), count]
  }
  expect(await waiting(null)).toEqual([[held, question, elsewhere], 3])
  expect(await waiting(projectId)).toEqual([[held, question], 2])
  expect(await waiting(other, 0, 1)).toEqual([[elsewhere], 1])
  expect(await waiting(null, 1, 1)).toEqual([[question], 3])
  await keep(question)
  await store.record((tx) => refuseRequest(tx, held, 'no'))
  expect(await waiting(projectId)).toEqual([[held], 1])
})

it('a recording holds every answer that was given for a project, in the order of its hashes, and no other', async () => {
  const { store, projectId, put, keep } = await desk()
  const hashes: string[] = []
  for (let i = 0; i < 5; i++) hashes.push(await put(`n ${i}`))
  hashes.push(await put('q', { projectId, handedOver: true }))
  await put('unanswered')
  const foreign = await put('foreign', { projectId: await makeProject(store, 'other'), handedOver: true })
  for (const [i, hash] of [...hashes, foreign].entries())
    await keep(hash, i === 2 ? null : { a: i }, { model: i < 4 ? 'm' : null })
  const lines = []
  for await (const line of recordedLines(store, projectId)) lines.push(line)
  expect(lines.map(({ hash }) => hash)).toEqual(hashes.toSorted())
  expect(lines.map(({ hash, answer }) => [hash, answer]).toSorted()).toEqual(
    hashes.map((hash, i) => [hash, i === 2 ? null : { a: i }]).toSorted(),
  )
  expect(lines[0]).toMatchObject({ purpose: 'distil', prompt: 'distil@1', provider: 'openai', costUsd: 0.5 })
  expect(await countAnswerers(store, projectId)).toEqual([
    { provider: 'openai', model: 'm', count: 4 },
    { provider: 'openai', model: null, count: 2 },
  ])
})

it('times of answers are those of a provider, the latest first, as many as asked for', async () => {
  const { store, put, keep } = await desk()
  for (const [i, latencyMs] of [10, null, 30, 40].entries())
    await keep(await put(`n ${i}`), {}, { latencyMs, at: `2026-01-0${i + 1}T00:00:00.000Z` })
  await keep(await put('other'), {}, { provider: 'another', latencyMs: 99 })
  expect(await listLatencies(store, 'openai', 9)).toEqual([40, 30, 10])
  expect(await listLatencies(store, 'openai', 2)).toEqual([40, 30])
})

const ENDS = ['answered', 'status-500', 'redirect', 'not-reached', 'not-found', 'timeout', 'bad-json', null]

it('calls are counted, summed and held against caps as a list of them by hand says', async () => {
  const store = await openTestStore()
  const random = createRandom(41)
  const calls: { job: string; outcome: string | null; costUsd: number | null; tokens: number }[] = []
  for (let i = 0; i < 60; i++) {
    const job = random() < 0.5 ? 'j_1' : 'j_2'
    const id = await store.record((tx) =>
      beginCall(store, tx, { jobId: job, provider: 'p', tokens: 900 + i }),
    )
    const outcome = ENDS[Math.floor(random() * ENDS.length)] ?? null
    const costUsd = outcome === 'answered' && random() < 0.7 ? Math.round(random() * 100) / 8 : null
    const counted = random() < 0.5 ? 7 : null
    const end = { inputTokens: 3, outputTokens: null, costUsd, counted }
    if (outcome !== null) await store.record((tx) => endCall(tx, id, { outcome, ...end }))
    calls.push({ job, outcome, costUsd, tokens: (outcome === null ? null : counted) ?? 900 + i })
  }
  const isUnpaid = (outcome: string | null) =>
    /^(status-.*|redirect|not-reached|not-found)$/.test(outcome ?? '')
  const sum = (some: readonly (number | null)[]) => some.reduce<number>((all, one) => all + (one ?? 0), 0)
  const tokensOf = (some: typeof calls) => sum(some.map(({ tokens }) => tokens))
  for (const jobId of ['j_1', 'j_2', 'j_none']) {
    const own = calls.filter(({ job }) => job === jobId)
    const costs = own.map(({ costUsd }) => costUsd)
    expect(await reckonCalls(store, { jobId })).toEqual({
      ...{
        callCount: own.length,
        costUsd: sum(costs),
        dearestUsd: Math.max(0, ...costs.map((one) => one ?? 0)),
      },
      unknownCount: own.filter(({ costUsd, outcome }) => costUsd === null && !isUnpaid(outcome)).length,
      tokens: tokensOf(own.filter(({ outcome }) => outcome !== null && !isUnpaid(outcome))),
      openTokens: tokensOf(own.filter(({ outcome }) => outcome === null)),
    })
    expect(await sumCalls(store, { jobId })).toEqual({
      ...{ callCount: own.length, costUsd: sum(costs), outputTokens: 0 },
      unpricedCount: costs.filter((one) => one === null).length,
      cutCount: own.filter(({ outcome }) => outcome === null).length,
      inputTokens: 3 * own.filter(({ outcome }) => outcome !== null).length,
      countedTokens: tokensOf(own.filter(({ outcome }) => outcome !== null && !isUnpaid(outcome))),
    })
  }
  const since = store.now()
  await store.record((tx) => beginCall(store, tx, { jobId: null, provider: 'p', tokens: 1 }))
  expect((await sumCalls(store, { since })).callCount).toBe(1)
  expect((await reckonCalls(store, { since: new Date(0) })).callCount).toBe(61)
})
