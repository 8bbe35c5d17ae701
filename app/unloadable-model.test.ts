import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { openModelThread } from '../lib/llm/minilm/model-thread.ts'
import { openLoupe } from '../lib/runtime.ts'
import retrieveRoute from '../pages/api/v1/retrieve.ts'
import { answerHttp } from './answer-http.ts'

const REFUSAL = {
  code: 'embedder-unavailable',
  message: 'The sentence embedder cannot be used: no SIMD here',
  hint: 'Run `npm install` and start Loupe again, or go over to local-v1 on the settings page.',
}

/** Serves a folder that began in local-v2, with one lesson in it, on a machine that cannot load its sentence model. */
async function serveWithoutModel() {
  const options = {
    rootPath: process.cwd(),
    dataPath: temporaryFolder(),
    now: () => new Date(),
    log: () => undefined,
    env: { LOUPE_EMBEDDER: 'local-v2' },
  }
  const before = await openLoupe(options)
  await before?.start()
  await before?.api.store({
    ...{ project: 'own', category: 'EDIT', objective: 'keep the last page', keywords: [] },
    ...{ title: 'Walk on', kind: 'pattern', when: '', do: 'Go on.', because: '', check: '' },
  })
  await before?.close()
  const sentences = openModelThread(join(process.cwd(), 'lib/llm/fixtures/unloadable-thread.ts'), () => 0)
  const loupe = await openLoupe({ ...options, sentences })
  if (!loupe) throw new Error('the folder is owned by another process')
  onTestFinished(() => loupe.close())
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
  shared.__loupe = Promise.resolve(loupe)
  onTestFinished(() => void delete shared.__loupe)
  const server = createServer((request, response) => void retrieveRoute(request as never, response as never))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  process.env.PORT = `${port}`
  onTestFinished(() => void delete process.env.PORT)
  return { loupe, url: `http://127.0.0.1:${port}/` }
}

it('says at every door that the model of a memory cannot be loaded, and answers no question in another space', async () => {
  const { loupe, url } = await serveWithoutModel()
  await loupe.warmUp()

  const request = new Request(`${url}api/v1/health`, { headers: { host: new URL(url).host } })
  expect(await (await answerHttp(request)).json()).toMatchObject({
    ok: true,
    embedder: 'local-v2',
    embedderFault: REFUSAL,
  })
  // The frame around every page is made of this.
  expect(await loupe.api.shell({ project: null })).toMatchObject({
    embedder: 'local-v2',
    embedderFault: REFUSAL,
  })

  const ask = (more: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${loupe.token}` },
      body: JSON.stringify({
        project: 'own',
        text: 'why does the last page come back empty',
        category: 'EDIT',
        ...more,
      }),
    })
  const refused = await ask({})
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: REFUSAL })
  // Nor where the other space is named, in which the memory has no vectors.
  expect(await (await ask({ embedder: 'local-v1' })).json()).toMatchObject({ error: { code: 'no-vectors' } })
})
