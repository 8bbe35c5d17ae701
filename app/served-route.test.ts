import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ask, openSampleLoupe, writtenLog } from '../lib/fixtures/open-test-loupe.ts'
import retrieveRoute from '../pages/api/v1/retrieve.ts'

const question = ask('make the cursor of the next page exclusive', 'EDIT')

it('logs what a program is told, unless it says otherwise; what a page tries is not logged', async () => {
  const loupe = await openSampleLoupe()
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
  shared.__loupe = Promise.resolve(loupe)
  onTestFinished(() => {
    delete shared.__loupe
  })
  const server = createServer((request, response) => void retrieveRoute(request as never, response as never))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  process.env.PORT = `${(server.address() as AddressInfo).port}`
  onTestFinished(() => void delete process.env.PORT)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const post = async (body: object, more: Record<string, string>) =>
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
  const token = { authorization: `Bearer ${loupe.token}` }
  const served = await post({ ...question, agent: 'mini', episode: 'run-7' }, token)
  expect(served.status).toBe(200)
  const answer = await served.json()
  expect((await post({ ...question, log: false }, token)).status).toBe(200)
  expect((await post(question, { ...token, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  const rows = await writtenLog(loupe)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    by: 'mini',
    purpose: 'served',
    text: question.text,
    category: 'EDIT',
    embedder: answer.embedder,
    before: { winnerId: answer.hits[0].entryId, score: answer.hits[0].score, verdict: answer.verdict.word },
    hasChanged: false,
  })
  await loupe.close()
})
