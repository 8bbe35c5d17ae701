import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerHttp } from '@/app/answer-http.ts'
import { openTestLoupe } from '@/lib/fixtures/open-test-loupe.ts'
import { asMiniRun, denseRun } from '@/lib/jobs/fixtures/dense-runs.ts'
import { scriptedAnswer } from '@/lib/jobs/fixtures/scripted-extractor.ts'
import type { DistilStatus } from '@/lib/memory/distil/distil.ts'

const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
let token = ''
let close = async () => {}
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-test-'))
  const loupe = await openTestLoupe(folder)
  shared.__loupe = Promise.resolve(loupe)
  token = loupe.token
  close = async () => {
    await loupe.close()
    rmSync(folder, { recursive: true })
  }
  const bytes = Buffer.from(JSON.stringify(asMiniRun(denseRun(0, 2))))
  await loupe.api.importFile({ bytes, fileName: 'run.traj.json', project: 'shop' })
}, 60_000)
afterAll(async () => {
  delete shared.__loupe
  await close()
})

async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const request = new Request(`http://127.0.0.1:3000/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return await answerHttp(request)
}
const post = (path: string, body: unknown) => ask(path, body, { authorization: `Bearer ${token}` })

async function status(): Promise<DistilStatus> {
  return await (await ask('distil?project=shop')).json()
}

it('lets a program that has a model work a project off, one request after the other, and put the outcome in service', async () => {
  expect(await (await ask('distil?project=shop&estimate=handover')).json()).toMatchObject({
    runs: 1,
    calls: 1,
  })
  expect((await ask('distil', { project: 'shop', with: 'handover' })).status).toBe(401) // a page of nobody's
  expect(await (await post('distil', { project: 'shop', with: 'handover' })).json()).toMatchObject({
    runCount: 1,
  })
  let given = 0
  for (let asked = 0; asked < 200; asked++) {
    const { request, more } = await (await ask('model-requests/next?project=shop')).json()
    if (request === null) {
      if (!more) break
      await new Promise((later) => setTimeout(later, 50))
      continue
    }
    if (given === 0) {
      const wrong = await post(`model-requests/${request.hash}`, { answer: { verdict: 'perhaps' } })
      expect(wrong.status).toBe(422)
      expect((await wrong.json()).error).toMatchObject({ code: 'answer-unfit', place: 'answer' })
      expect(await (await ask(`model-requests/${request.hash}`)).json()).toEqual(request)
      const foreign = await ask(`model-requests/${request.hash}`, { answer: '{}' })
      expect(foreign.status).toBe(401)
    }
    const body = { answer: scriptedAnswer(request), model: 'scripted' }
    expect((await post(`model-requests/${request.hash}`, body)).status).toBe(200)
    given++
  }
  expect(given).toBe(1)
  expect(await (await ask('model-requests')).json()).toEqual({ rows: [], count: 0 })
  const { counts } = await status()
  expect(counts.entries).toBeGreaterThan(0)
  const lines = (await (await ask('recording?project=shop')).text()).trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ provider: 'handover', model: 'scripted' })
  const served = await post('extractor', { project: 'shop', extractor: 'model-v3' })
  expect(await served.json()).toMatchObject({ revision: expect.any(Number) })
  expect((await status()).serving).toBe('model-v3')
}, 60_000)
