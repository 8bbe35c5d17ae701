import { beforeEach, expect, it, vi } from 'vitest'
import { UserError } from '@/lib/memory/errors.ts'
import { GET as getCsv } from './[id]/csv/route.ts'
import { GET as getRun } from './[id]/route.ts'

const lab = vi.hoisted(() => ({ getRun: vi.fn() }))
vi.mock('@/lib/runtime.ts', () => ({ getLoupe: async () => ({ lab, token: 'secret' }) }))

const winner = { entryIds: ['m_1', 'm_2'], instanceId: 'shop-3', score: 0.5, values: { hitAt1: 1, mrr: 1 } }
const run = {
  id: 'lr_1',
  report: {
    strategies: ['subtask', 'none'],
    rows: [
      {
        query: { id: 'q', text: '=cmd, "a"\nlock', category: 'EDIT', relevant: [] },
        winners: { subtask: winner, none: { entryIds: [], instanceId: null, score: null, values: null } },
      },
    ],
  },
}
const ask = (headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1:3000/api/v1/lab-runs/lr_1', {
    headers: { host: '127.0.0.1:3000', ...headers },
  })
const params = (id: string) => ({ params: Promise.resolve({ id }) })

beforeEach(() => {
  lab.getRun.mockReset().mockImplementation(async (id: string) => {
    if (id === 'lr_1') return run
    throw new UserError('no-such-run', `There is no batch ${id}.`, { hint: 'Look at the list.', status: 404 })
  })
})

it('gives a kept batch whole', async () => {
  const answer = await getRun(ask(), params('lr_1'))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(run)
})

it('gives its winners as a file of a line a question and strategy, with no formula in it', async () => {
  const answer = await getCsv(ask(), params('lr_1'))
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="batch.csv"')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe(
    [
      'id,text,category,strategy,winner,instance,score,hit_at_1,rr,ndcg_at_10',
      'q,"\'=cmd, ""a""\nlock",EDIT,subtask,m_1,shop-3,0.5,1,1,',
      'q,"\'=cmd, ""a""\nlock",EDIT,none,,,,,,',
      '',
    ].join('\r\n'),
  )
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
  expect(lab.getRun).not.toHaveBeenCalled()
})
