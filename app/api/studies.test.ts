import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerHttp } from '@/app/answer-http.ts'
import { UserError } from '@/lib/memory/errors.ts'

const operations = { studyFile: vi.fn(), orderStudy: vi.fn(), studyProgress: vi.fn() }
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
beforeAll(() => {
  shared.__loupe = Promise.resolve({
    apiFor: () => operations,
    token: 'secret',
    hasPeople: async () => false,
  })
})
afterAll(() => {
  delete shared.__loupe
})

const get = (id: string, what: string, headers: Record<string, string> = {}) =>
  answerHttp(
    new Request(`http://127.0.0.1:3000/api/v1/studies/${id}/${what}`, {
      headers: { host: '127.0.0.1:3000', ...headers },
    }),
  )

async function* pieces(...texts: string[]) {
  yield* texts
}

beforeEach(() => {
  for (const one of Object.values(operations)) one.mockReset()
  operations.studyFile.mockImplementation(async ({ id, format }: { id: string; format: string }) => {
    if (id === 'sy_1') return format === 'csv' ? pieces('i', 'd\r\n') : pieces('{"id"', ':"sy_1"}')
    throw new UserError('no-such-study', `There is no study ${id}.`, {
      hint: 'Look at the list.',
      status: 404,
    })
  })
})

it('gives a done study whole, and its rows as a file', async () => {
  const answer = await get('sy_1', 'json')
  expect(await answer.json()).toEqual({ id: 'sy_1' })
  const csv = await get('sy_1', 'csv')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="study.csv"')
  expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await csv.text()).toBe('id\r\n')
})

it('says how far a study is, and 404 where there is no work of it', async () => {
  operations.studyProgress.mockImplementation(async ({ id }: { id: string }) =>
    id === 'sy_1' ? { state: 'running' } : null,
  )
  expect(await (await get('sy_1', 'progress')).json()).toEqual({ state: 'running' })
  expect((await get('sy_2', 'progress')).status).toBe(404)
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1:3000/api/v1/studies', {
    method: 'POST',
    headers: {
      host: '127.0.0.1:3000',
      origin: 'http://127.0.0.1:3000',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const asked = { design: 'retrieval', order: { project: 'p', questions: 'EDIT: a lock\na page' } }

it('orders a study, with questions as long as 20,000 lines, and says what is at fault', async () => {
  operations.orderStudy.mockResolvedValue({ id: 'sy_9' })
  const questions = 'EDIT: a lock\n'.repeat(20_000)
  const order20k = { ...asked, order: { ...asked.order, questions } }
  expect(await (await answerHttp(post(order20k))).json()).toEqual({ id: 'sy_9' })
  expect(operations.orderStudy.mock.lastCall?.[0]).toEqual(order20k)
  operations.orderStudy.mockRejectedValue(
    new UserError('bad-query', 'Line 1 is not JSON.', { hint: 'Mend it.' }),
  )
  const refused = await answerHttp(post(asked))
  expect(refused.status).toBe(400)
  expect((await refused.json()).error.message).toContain('Line 1')
})

it('refuses an order of more than 16 MB while it arrives', async () => {
  const long = { ...asked, order: { questions: 'x'.repeat(17 * 1_048_576) } }
  const refused = await answerHttp(post(long))
  expect([refused.status, (await refused.json()).error.code]).toEqual([413, 'too-large'])
  expect(operations.orderStudy).not.toHaveBeenCalled()
})

it('takes no order from a page of another site', async () => {
  const foreign = post(asked, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect((await answerHttp(foreign)).status).toBe(403)
  expect(operations.orderStudy).not.toHaveBeenCalled()
})

it.each(['json', 'csv'])(
  'answers %s of a study that is not there with 404 and what to do next',
  async (format) => {
    const answer = await get('sy_none', format)
    expect(answer.status).toBe(404)
    expect((await answer.json()).error).toMatchObject({ code: 'no-such-study', hint: 'Look at the list.' })
  },
)

it.each(['json', 'csv'])('gives %s to no page of another site, and asks nothing for it', async (format) => {
  const answer = await get('sy_1', format, {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  })
  expect(answer.status).toBe(403)
  expect(operations.studyFile).not.toHaveBeenCalled()
})
