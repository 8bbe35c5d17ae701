import { expect, it, onTestFinished } from 'vitest'
import { openSampleLoupe } from '@/lib/fixtures/open-test-loupe.ts'
import { GET as activity } from './activity/route.ts'
import { GET as embedders } from './embedders/route.ts'
import { GET as exported } from './entries/export/route.ts'
import { GET as entries } from './entries/route.ts'

it('a question with an unknown parameter is refused with the known ones, as a body is', async () => {
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
  shared.__loupe = Promise.resolve(await openSampleLoupe())
  onTestFinished(() => {
    delete shared.__loupe
  })
  const ask = async (get: (request: Request) => Promise<Response>, query: string) => {
    const answer = await get(
      new Request(`http://127.0.0.1:3000/api/v1/x?${query}`, { headers: { host: '127.0.0.1:3000' } }),
    )
    return { status: answer.status, body: answer.status === 200 ? null : (await answer.json()).error }
  }
  for (const [get, query] of [
    [entries, 'project=sample&categroy=EDIT'],
    [exported, 'project=sample&categroy=EDIT'],
    [activity, 'project=sample&categroy=EDIT'],
    [embedders, 'categroy=EDIT'],
  ] as const) {
    const { status, body } = await ask(get, query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad-input', place: 'categroy' })
    expect(body.message).toBe('There is no parameter categroy here.')
  }
  expect((await ask(entries, 'project=sample&categroy=EDIT')).body.hint).toContain('category')
  expect((await ask(entries, 'project=sample&category=EDIT&limit=3&from=2020-01-01')).status).toBe(200)
})
