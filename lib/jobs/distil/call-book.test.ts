import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../db/fixtures/test-store.ts'
import { cancelJob, enqueueJob } from '../../db/jobs/order-jobs.ts'
import { sumCalls } from '../../db/models/model-requests.ts'
import { ensureProject } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { type Caps, distilOrderSchema } from '../../memory/distil/distil.ts'
import { openCallBook } from './call-book.ts'
import { DISTIL } from './distil-request.ts'
import { resumeDistil } from './order-distil.ts'

const NO_CAPS: Caps = {
  ...{ jobCalls: null, jobUsd: null, jobTokens: null },
  ...{ dayCalls: null, dayUsd: null, dayTokens: null },
}
/** The most that a call may take. */
const most = (usd: number | null, tokens = 0) => ({ usd, tokens })
const tokens = { inputTokens: null, outputTokens: null }

async function openBook(caps: { [Name in keyof Caps]?: Caps[Name] | undefined }) {
  const store = await openTestStore()
  const { id: projectId } = await store.record((tx) => ensureProject(store, tx, 'shop', 'imported'))
  const named = Object.entries({ ...NO_CAPS, ...caps }).filter(([, cap]) => cap !== undefined)
  const request = { with: 'openai' as const, caps: Object.fromEntries(named), expectedUsd: 0.03 }
  const items = [{ label: 'one', target: 'st_1' }]
  const { jobId } = await store.record((tx) =>
    enqueueJob(store, tx, { kind: DISTIL, label: 'Distil', projectId, request, items }),
  )
  const book = openCallBook(store, { jobId, ...request })
  const end = (call: number | null, outcome: string, costUsd: number | null, counted: number | null = null) =>
    store.record((tx) => book.end(tx, call ?? 0, { ...tokens, outcome, costUsd, counted }))
  return { store, jobId, book, end }
}

const callCount = (store: Store) => tables(store).modelCall.count()

it('begins no call while those under way may take what is left, and lets them tell first', async () => {
  const { store, book, end } = await openBook({ jobUsd: 0.5 })
  const first = await book.begin('openai:m', most(0.83), 0)
  expect(first).not.toBeNull()
  expect(await book.begin('openai:m', most(0.83), 1)).toBeNull()
  expect(await callCount(store)).toBe(1)
  await end(first, 'answered', 0.01)
  expect(await book.begin('openai:m', most(0.3), 0)).not.toBeNull()
})

it('meets a cap of money although the server never says what a call took', async () => {
  const { store, book, end } = await openBook({ jobUsd: 2 })
  const work = async () => {
    for (let n = 0; n < 50; n++) await end(await book.begin('openai:m', most(0.8), 0), 'answered', null)
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
    await end(await book.begin('openai:m', most(0.8), 0), outcome, null)
  expect(await book.begin('openai:m', most(0.8), 0)).not.toBeNull()
})

it('takes a call under way to cost what the dearest of its job did, where no price is known before', async () => {
  const { book, end } = await openBook({ jobUsd: 1 })
  await end(await book.begin('openai:m', most(null), 0), 'answered', 0.6)
  await book.begin('openai:m', most(null), 0)
  expect(await book.begin('openai:m', most(null), 1)).toBeNull()
})

describe('tokens, where no price is known', () => {
  it('are capped by what was read and written; no more than one call goes beyond', async () => {
    const { store, book, end } = await openBook({ jobTokens: 1_000 })
    const work = async () => {
      for (let n = 0; n < 50; n++)
        await end(await book.begin('command', most(null, 600), 0), 'answered', null, 300)
    }
    await expect(work()).rejects.toMatchObject({
      code: 'cap-reached',
      message: 'The cap of 1,000 tokens of this job is reached.',
    })
    expect(await callCount(store)).toBe(4)
  })

  it('are taken to be the most that calls may read and write until those have told', async () => {
    const { book, end } = await openBook({ dayTokens: 1_000 })
    const first = await book.begin('command', most(null, 1_200), 0)
    expect(await book.begin('command', most(null, 1_200), 1)).toBeNull()
    await end(first, 'answered', null, 100)
    expect(await book.begin('command', most(null, 1_200), 0)).not.toBeNull()
    // Nobody waits for a call that was cut off with its process.
    await expect(book.begin('command', most(null, 1_200), 0)).rejects.toMatchObject({
      code: 'cap-reached',
      message: expect.stringContaining('1,200, the most that they may'),
    })
  })

  it('count as told where the server tells them, and as nothing where it refused', async () => {
    const { store, jobId, book, end } = await openBook({ jobTokens: 100 })
    const told = await book.begin('openai:m', most(null, 900), 0)
    const usage = { inputTokens: 60, outputTokens: 10, costUsd: null }
    await store.record((tx) => book.end(tx, told ?? 0, { ...usage, outcome: 'answered', counted: 500 }))
    await end(await book.begin('openai:m', most(null, 900), 0), 'status-429', null)
    expect(await book.begin('openai:m', most(null, 900), 0)).not.toBeNull()
    expect(await sumCalls(store, { jobId })).toMatchObject({ inputTokens: 60, countedTokens: 0 })
  })

  it('are capped without being asked to, unless somebody takes the cap away; with a price money is', async () => {
    const dear = most(null, 6_000_000)
    const { book, end } = await openBook({ jobTokens: undefined, dayTokens: undefined })
    await end(await book.begin('command', dear, 0), 'timeout', null)
    await expect(book.begin('command', dear, 0)).rejects.toMatchObject({ code: 'cap-reached' })
    expect(await book.begin('openai:m', most(0.01, 6_000_000), 0)).not.toBeNull()
    const free = await openBook({})
    await free.end(await free.book.begin('command', dear, 0), 'timeout', null)
    expect(await free.book.begin('command', dear, 0)).not.toBeNull()
  })
})

it('holds to the caps of this moment, not to those its item began with', async () => {
  const { store, jobId, book, end } = await openBook({ jobCalls: 2_000 })
  await end(await book.begin('openai:m', most(null), 0), 'answered', 0)
  await resumeDistil(store, { jobId, caps: { jobCalls: 1 } })
  await expect(book.begin('openai:m', most(null), 0)).rejects.toMatchObject({ code: 'cap-reached' })
  await resumeDistil(store, { jobId, caps: { jobCalls: 5 } })
  expect(await book.begin('openai:m', most(null), 0)).not.toBeNull()
})

it('begins no call for a job that was cancelled', async () => {
  const { store, jobId, book } = await openBook({})
  await cancelJob(store, jobId)
  await expect(book.begin('openai:m', most(null), 0)).rejects.toMatchObject({ code: 'job-halted' })
  expect(await callCount(store)).toBe(0)
})

it('takes no cap that is spelt another way', () => {
  const order = { project: 'shop', with: 'openai' }
  for (const one of [{ cap: { jobCalls: 1 } }, { caps: { calls: 1 } }])
    expect(distilOrderSchema.safeParse({ ...order, ...one }).error?.issues[0]?.code).toBe('unrecognized_keys')
})
