import { expect, it, onTestFinished } from 'vitest'
import { answerHttp } from '@/app/answer-http.ts'
import { openSampleLoupe } from '@/lib/fixtures/open-test-loupe.ts'

it('a question with an unknown parameter is refused with the known ones, as a body is', async () => {
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
  shared.__loupe = Promise.resolve(await openSampleLoupe())
  onTestFinished(() => {
    delete shared.__loupe
  })
  const ask = async (path: string, query: string) => {
    const answer = await answerHttp(
      new Request(`http://127.0.0.1:3000/api/v1/${path}?${query}`, { headers: { host: '127.0.0.1:3000' } }),
    )
    return { status: answer.status, body: answer.status === 200 ? null : (await answer.json()).error }
  }
  for (const [path, query] of [
    ['entries', 'project=sample&categroy=EDIT'],
    ['entries/export', 'project=sample&categroy=EDIT'],
    ['activity', 'project=sample&categroy=EDIT'],
    ['embedders', 'categroy=EDIT'],
  ] as const) {
    const { status, body } = await ask(path, query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad-input', place: 'categroy' })
    expect(body.message).toBe('There is no parameter categroy here.')
  }
  expect((await ask('entries', 'project=sample&categroy=EDIT')).body.hint).toContain('category')
  expect((await ask('entries', 'project=sample&category=EDIT&limit=3&from=2020-01-01')).status).toBe(200)
  // Of what changes something, too: a try that was mistyped must not become an import.
  const mistyped = await answerHttp(
    new Request('http://127.0.0.1:3000/api/v1/trajectories?project=p&file=a.json&dryrun=1', {
      method: 'POST',
      headers: {
        host: '127.0.0.1:3000',
        origin: 'http://127.0.0.1:3000',
        'content-type': 'application/octet-stream',
      },
      body: '{}',
    }),
  )
  expect([mistyped.status, (await mistyped.json()).error.place]).toEqual([400, 'dryrun'])
})
