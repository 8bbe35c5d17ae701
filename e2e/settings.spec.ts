import { type FakeOpenAi, startFakeOpenAi } from '../lib/llm/fixtures/fake-openai.ts'
import { expectAccessible, expectAccessibleInEveryForm, settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const KEY = 'sk-never-on-a-page'
const QUESTION = {
  project: 'sample',
  text: 'construct test case for cursor-based pagination bug',
  category: 'REPRODUCE',
}

test('going over to a model behind a server: price first, killed in the middle, resumed, cancelled, gone on with, switched once', async ({
  page,
}) => {
  test.slow()
  const fake: FakeOpenAi = await startFakeOpenAi({ dimension: 128 })
  const env = { OPENAI_BASE_URL: fake.url, OPENAI_EMBED_MODEL: 'fake', OPENAI_API_KEY: KEY }
  await withOwnServer(async (server) => {
    await server.start(env)
    await page.goto(`${server.url}/settings`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Retrieval compares with local-v2; all',
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
    await server.stop('SIGKILL')
    fake.script.length = 0
    fake.script.push('ok', ...Array.from({ length: 20 }, () => ({ slowMs: 1_500 })))
    await server.start(env)
    await page.goto(`${server.url}/settings`)
    await expect(page.getByText(/^Embedding \d+ of/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/^Cancelled at/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('local-v2')
    fake.script.length = 0
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('Done: retrieval went over to openai:fake')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('openai:fake · 128')).toBeVisible()
    expect(await ask(server)).toMatchObject({ embedder: 'openai:fake' })

    // Both spaces can be asked until the old one is removed.
    expect(await ask(server, 'local-v2')).toMatchObject({ embedder: 'local-v2' })
    await page.getByRole('button', { name: 'Remove the vectors of local-v2' }).click()
    await settled(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Remove \d+ vectors$/ }).click()
    await expect(page.getByText(/^[\d,]+\svectors of local-v2 removed/)).toBeVisible()
    expect(await ask(server, 'local-v2')).toMatchObject({ error: { code: 'no-vectors' } })

    // Without its server the store says so, in words.
    await fake.close()
    expect(await ask(server, undefined, 'explain a deadlock')).toMatchObject({
      error: { code: 'model-unreachable' },
    })

    // Started where it is not set up, every page and the health check say so; questions are refused, not answered elsewhere.
    await server.stop('SIGTERM')
    await server.start()
    for (const path of ['/', '/memories', '/playground/compare', '/playground']) {
      await page.goto(`${server.url}${path}`)
      await expect(page.getByRole('alert').filter({ hasText: 'embedder-unavailable' })).toContainText(
        'The memory is embedded with openai:fake, which is not set up here.',
      )
    }
    const health = await (await fetch(`${server.url}/api/v1/health`)).json()
    expect(health).toMatchObject({
      embedder: 'openai:fake',
      embedderFault: { code: 'embedder-unavailable' },
    })
    expect(await ask(server)).toMatchObject({ error: { code: 'embedder-unavailable' } })
  }, 'sample').finally(() => fake.close().catch(() => undefined))
})

test('with nothing set the settings say what to set, in every form', async ({ page }) => {
  await page.goto('/settings?to=local-v1')
  await expect(page.getByText(/Nothing is set, and nothing needs to be/)).toBeVisible()
  await expectAccessibleInEveryForm(page, async () => {
    await expect(page.getByText(/Nothing is set, and nothing needs to be/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'What local-v1 would cost' })).toContainText('nothing')
  })
})

async function ask(server: OwnServer, embedder?: string, text = QUESTION.text): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/v1/retrieve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, text, embedder }),
  })
  return await answer.json()
}

test('what is stored is looked through again for secrets, from the settings, and says what it came to', async ({
  page,
}) => {
  await withOwnServer(async (server) => {
    await server.start()
    await page.goto(`${server.url}/settings`)
    const panel = page.getByRole('region', { name: 'Secrets in what is stored' })
    await expect(panel.getByRole('status')).toHaveText('Not scanned again yet.')
    await panel.getByRole('button', { name: 'Scan again' }).click()
    await expect(panel.getByRole('status')).toContainText(/\d\sentr(y|ies) to decide on.*\.$/, {
      timeout: 60_000,
    })
    await expect(panel.getByRole('button', { name: 'Scan again' })).toBeVisible()
    await expectAccessible(page)
  }, 'sample')
})
