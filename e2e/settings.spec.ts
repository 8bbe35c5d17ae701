import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeOpenAi, startFakeOpenAi } from '../lib/llm/fixtures/fake-openai.ts'
import { expect, expectAccessible, THEMES, test } from './fixtures.ts'

const KEY = 'sk-never-on-a-page'
const QUESTION = {
  project: 'sample',
  text: 'construct test case for cursor-based pagination bug',
  category: 'REPRODUCE',
}

/** A server over a folder of its own: the embedder belongs to the whole store. */
async function serve(dataPath: string, port: number, env: Record<string, string>): Promise<ChildProcess> {
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  const server = spawn(process.execPath, args, {
    env: { ...process.env, ...env, LOUPE_DATA_DIR: dataPath, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  return server
}

async function stop(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await gone
}

function loadSample(dataPath: string): Promise<number | null> {
  const child = spawn(process.execPath, ['scripts/sample.ts', 'load'], {
    env: { ...process.env, LOUPE_DATA_DIR: dataPath },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('close', resolve))
}

test('going over to a model behind a server: price first, killed in the middle, resumed, cancelled, gone on with, switched once', async ({
  page,
}) => {
  test.slow()
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-settings-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const fake: FakeOpenAi = await startFakeOpenAi({ dimension: 128 })
  const env = { OPENAI_BASE_URL: fake.url, OPENAI_EMBED_MODEL: 'fake', OPENAI_API_KEY: KEY }
  let server: ChildProcess | null = null
  try {
    expect(await loadSample(dataPath)).toBe(0)
    server = await serve(dataPath, port, env)
    await page.goto(`${base}/settings`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Retrieval compares with local-v1; all',
    )
    await page.getByRole('button', { name: 'What it would cost: openai:fake' }).click()
    const cost = page.getByRole('region', { name: 'What openai:fake would cost' })
    await expect(cost).toContainText('unknown')
    await expect(cost).toContainText('128')
    await expect(page).toHaveURL(/to=openai:fake/)
    await expectAccessible(page)
    expect(await page.content()).not.toContain(KEY)
    expect(await page.content()).not.toContain(fake.url)

    // The order asks for a probe, the job for another; then each piece takes its time.
    fake.script.push('ok', 'ok', 'ok', { slowMs: 60_000 })
    await page.getByRole('button', { name: 'Re-embed and go over' }).click()
    await expect(page.getByText(/^Embedding 64 of/)).toBeVisible()
    await stop(server, 'SIGKILL')
    fake.script.length = 0
    fake.script.push('ok', ...Array.from({ length: 20 }, () => ({ slowMs: 4_000 })))
    server = await serve(dataPath, port, env)
    await page.goto(`${base}/settings`)
    await expect(page.getByText(/^Embedding \d+ of/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/^Cancelled at/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('local-v1')
    fake.script.length = 0
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('Done: retrieval went over to openai:fake')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('openai:fake · 128')).toBeVisible()
    expect(await ask(base, dataPath)).toMatchObject({ embedder: 'openai:fake' })

    // Both spaces can be asked until the old one is removed.
    expect(await ask(base, dataPath, 'local-v1')).toMatchObject({ embedder: 'local-v1' })
    await page.getByRole('button', { name: 'Remove the vectors of local-v1' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove \d+ vectors$/ }).click()
    await expect(page.getByText(/^[\d,]+\svectors of local-v1 removed/)).toBeVisible()
    expect(await ask(base, dataPath, 'local-v1')).toMatchObject({ error: { code: 'no-vectors' } })

    // Without its server the store says so, in words.
    await fake.close()
    expect(await ask(base, dataPath, undefined, 'explain a deadlock')).toMatchObject({
      error: { code: 'model-unreachable' },
    })
  } finally {
    if (server) await stop(server, 'SIGKILL')
    await fake.close().catch(() => undefined)
    rmSync(dataPath, { recursive: true, force: true })
  }
})

for (const theme of THEMES)
  for (const width of [1440, 390])
    test(`with nothing set the settings say what to set, ${theme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/settings?to=local-ngram-v1')
      await expect(page.getByText(/Nothing is set, and nothing needs to be/)).toBeVisible()
      await expect(page.getByRole('region', { name: 'What local-ngram-v1 would cost' })).toContainText(
        'nothing',
      )
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

async function ask(
  base: string,
  dataPath: string,
  embedder?: string,
  text = QUESTION.text,
): Promise<unknown> {
  const token = readFileSync(join(dataPath, 'token'), 'utf8').trim()
  const answer = await fetch(`${base}/api/v1/retrieve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, text, embedder }),
  })
  return await answer.json()
}

function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
