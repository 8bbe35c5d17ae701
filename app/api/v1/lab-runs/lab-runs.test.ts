import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Core } from '@/lib/api/core.ts'
import { run as runOperation } from '@/lib/api/run.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { GET as getCsv } from './[id]/csv/route.ts'
import { GET as getProgress } from './[id]/progress/route.ts'
import { GET as getRun } from './[id]/route.ts'
import { POST as order } from './route.ts'

const batches = { json: vi.fn(), csv: vi.fn(), order: vi.fn(), progress: vi.fn() }
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
beforeAll(() => {
  const services = { lab: { batches } }
  const run = (name: string, input: unknown) => runOperation(name, input, { services } as unknown as Core)
  shared.__loupe = Promise.resolve({ ...services, run, token: 'secret' })
})
afterAll(() => {
  delete shared.__loupe
})

const ask = (headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1:3000/api/v1/lab-runs/lr_1', {
    headers: { host: '127.0.0.1:3000', ...headers },
  })
const params = (id: string) => ({ params: Promise.resolve({ id }) })

async function* pieces(...texts: string[]) {
  yield* texts
}

beforeEach(() => {
  for (const one of Object.values(batches)) one.mockReset()
  for (const [method, text] of [
    [batches.json, '{"id":"lr_1"}'],
    [batches.csv, 'id\r\n'],
  ] as const)
    method.mockImplementation(async (id: string) => {
      if (id === 'lr_1') return pieces(text.slice(0, 2), text.slice(2))
      throw new UserError('no-such-run', `There is no batch ${id}.`, {
        hint: 'Look at the list.',
        status: 404,
      })
    })
})

it('gives a done batch whole, and its winners as a file', async () => {
  const answer = await getRun(ask(), params('lr_1'))
  expect(await answer.json()).toEqual({ id: 'lr_1' })
  const csv = await getCsv(ask(), params('lr_1'))
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="batch.csv"')
  expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await csv.text()).toBe('id\r\n')
})

it('says how far a batch is, and 404 where there is no work of it', async () => {
  batches.progress.mockImplementation(async (id: string) => (id === 'lr_1' ? { state: 'running' } : null))
  expect(await (await getProgress(ask(), params('lr_1'))).json()).toEqual({ state: 'running' })
  expect((await getProgress(ask(), params('lr_2'))).status).toBe(404)
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1:3000/api/v1/lab-runs', {
    method: 'POST',
    headers: {
      host: '127.0.0.1:3000',
      origin: 'http://127.0.0.1:3000',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const asked = { project: 'p', name: 'one', strategies: ['subtask'], text: 'EDIT: a lock\na page' }

it('orders a batch of pasted text, as long as 20,000 lines, and names a line at fault', async () => {
  batches.order.mockResolvedValue({ id: 'lr_9' })
  const text = 'EDIT: a lock\n'.repeat(20_000)
  expect(await (await order(post({ ...asked, text }))).json()).toEqual({ id: 'lr_9' })
  expect(batches.order.mock.lastCall?.[0].queries).toHaveLength(20_000)
  expect(batches.order.mock.lastCall?.[0].queries[1]).toMatchObject({ id: 'line-2', category: 'EDIT' })
  const refused = await order(post({ ...asked, text: '{"text": ' }))
  expect(refused.status).toBe(400)
  expect((await refused.json()).error.message).toContain('Line 1')
  const many = await order(post({ ...asked, text: `${text}one more` }))
  expect((await many.json()).error.code).toBe('too-many-queries')
})

it('takes no order from a page of another site', async () => {
  const foreign = post(asked, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect((await order(foreign)).status).toBe(403)
  expect(batches.order).not.toHaveBeenCalled()
})

it.each([
  ['JSON', getRun],
  ['CSV', getCsv],
])('answers %s of a batch that is not there with 404 and what to do next', async (_, get) => {
  const answer = await get(ask(), params('lr_none'))
  expect(answer.status).toBe(404)
  expect((await answer.json()).error).toMatchObject({ code: 'no-such-run', hint: 'Look at the list.' })
})

it.each([
  ['JSON', getRun],
  ['CSV', getCsv],
])('gives %s to no page of another site, and asks nothing for it', async (_, get) => {
  const answer = await get(
    ask({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    params('lr_1'),
  )
  expect(answer.status).toBe(403)
  expect(batches.json).not.toHaveBeenCalled()
  expect(batches.csv).not.toHaveBeenCalled()
})
