import { expect, it } from 'vitest'
import { openTestStore } from '../../db/fixtures/test-store.ts'
import { cancelJob, enqueueJob } from '../../db/jobs/order-jobs.ts'
import { ensureProject } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { type Caps, distilOrderSchema } from '../../memory/distil/distil.ts'
import { openCallBook } from './call-book.ts'
import { DISTIL } from './distil-request.ts'
import { resumeDistil } from './order-distil.ts'

const NO_CAPS: Caps = { jobCalls: null, jobUsd: null, dayCalls: null, dayUsd: null }
const tokens = { inputTokens: null, outputTokens: null }

async function openBook(caps: Partial<Caps>) {
  const store = await openTestStore()
  const { id: projectId } = await store.record((tx) => ensureProject(store, tx, 'shop', 'imported'))
  const request = { with: 'openai', caps: { ...NO_CAPS, ...caps }, expectedUsd: 0.03 } as const
  const items = [{ label: 'one', target: 'st_1' }]
  const { jobId } = await store.record((tx) =>
    enqueueJob(store, tx, { kind: DISTIL, label: 'Distil', projectId, request, items }),
  )
  const book = openCallBook(store, { jobId, ...request })
  const end = (call: number | null, outcome: string, costUsd: number | null) =>
    store.record((tx) => book.end(tx, call ?? 0, outcome, { ...tokens, costUsd }))
  return { store, jobId, book, end }
}

const callCount = (store: Store) => tables(store).modelCall.count()

it('begins no call while those under way may take what is left, and lets them tell first', async () => {
  const { store, book, end } = await openBook({ jobUsd: 0.5 })
  const first = await book.begin('openai:m', 0.83, 0)
  expect(first).not.toBeNull()
  expect(await book.begin('openai:m', 0.83, 1)).toBeNull()
  expect(await callCount(store)).toBe(1)
  await end(first, 'answered', 0.01)
  expect(await book.begin('openai:m', 0.3, 0)).not.toBeNull()
})

it('meets a cap of money although the server never says what a call took', async () => {
  const { store, book, end } = await openBook({ jobUsd: 2 })
  const work = async () => {
    for (let n = 0; n < 50; n++) await end(await book.begin('openai:m', 0.8, 0), 'answered', null)
  }
  await expect(work()).rejects.toMatchObject({
    code: 'cap-reached',
    message: expect.stringContaining('3 calls told no price'),
  })
  expect(await callCount(store)).toBe(3)
})

it('counts nothing for a call that a server refused or that reached nobody', async () => {
  const { book, end } = await openBook({ dayUsd: 1 })
  for (const outcome of ['status-429', 'status-503', 'not-reached', 'redirect'])
    await end(await book.begin('openai:m', 0.8, 0), outcome, null)
  expect(await book.begin('openai:m', 0.8, 0)).not.toBeNull()
})

it('takes a call under way to cost what the dearest of its job did, where no price is known before', async () => {
  const { book, end } = await openBook({ jobUsd: 1 })
  await end(await book.begin('openai:m', null, 0), 'answered', 0.6)
  await book.begin('openai:m', null, 0)
  expect(await book.begin('openai:m', null, 1)).toBeNull()
})

it('holds to the caps of this moment, not to those its item began with', async () => {
  const { store, jobId, book, end } = await openBook({ jobCalls: 2_000 })
  await end(await book.begin('openai:m', null, 0), 'answered', 0)
  await resumeDistil(store, { jobId, caps: { jobCalls: 1 } })
  await expect(book.begin('openai:m', null, 0)).rejects.toMatchObject({ code: 'cap-reached' })
  await resumeDistil(store, { jobId, caps: { jobCalls: 5 } })
  expect(await book.begin('openai:m', null, 0)).not.toBeNull()
})

it('begins no call for a job that was cancelled', async () => {
  const { store, jobId, book } = await openBook({})
  await cancelJob(store, jobId)
  await expect(book.begin('openai:m', null, 0)).rejects.toMatchObject({ code: 'job-halted' })
  expect(await callCount(store)).toBe(0)
})

it('takes no cap that is spelt another way', () => {
  const order = { project: 'shop', with: 'openai' }
  for (const one of [{ cap: { jobCalls: 1 } }, { caps: { calls: 1 } }])
    expect(distilOrderSchema.safeParse({ ...order, ...one }).error?.issues[0]?.code).toBe('unrecognized_keys')
})
