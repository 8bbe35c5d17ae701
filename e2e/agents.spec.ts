import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessibleInEveryForm } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { bringEntries, ofThisTry } from './own-project.ts'

const token = () => readFileSync(join(process.env.LOUPE_DATA_DIR ?? '', 'token'), 'utf8').trim()

test('an agent is seen, mapped by a person, given the lesson of its stage, and judged', async ({
  page,
  request,
}) => {
  const project = ofThisTry('agents')
  await bringEntries(request, project, { of: 'project=sample' })
  const root = mkdtempSync(join(tmpdir(), 'loupe-repository-'))
  mkdirSync(join(root, '.git'))
  // A lesson that no rule speaks against: one with an open finding is never sent as what fits.
  const filter = encodeURIComponent('"circular import"')
  const { rows } = await (
    await request.get(`/api/v1/entries?project=${project}&category=ANALYZE&limit=1&filter=${filter}`)
  ).json()
  const prompt = `${rows[0].objective}; ${rows[0].keywords.join(', ')}`
  const send = async (event: object) =>
    await request.post('/api/v1/hooks/claude-code', {
      headers: { authorization: `Bearer ${token()}` },
      data: { session_id: `s-${project}`, cwd: root, ...event },
    })
  expect((await send({ hook_event_name: 'UserPromptSubmit', prompt })).status()).toBe(204)

  await page.goto(`/agents?project=${project}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/seen in a repository without a project/)
  const repository = page.getByRole('listitem').filter({ hasText: root })
  await expect(repository).toContainText('gets no memory')
  await repository.getByRole('button', { name: `Give it the memory of ${project}` }).click()
  await expect(repository.getByRole('combobox')).toHaveValue(project)
  await repository.getByRole('button', { name: 'Forget' }).click()
  await expect(repository).toHaveCount(0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(repository.getByRole('combobox')).toHaveValue(project)

  const told = await (await send({ hook_event_name: 'UserPromptSubmit', prompt: `${prompt}.` })).json()
  expect(told.hookSpecificOutput.additionalContext).toMatch(/^<memory id="m_/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1.stage asked, 1 got a lesson/)
  const stage = page.getByRole('listitem').filter({ hasText: 'observed' })
  await stage.getByRole('button', { name: 'followed' }).click()
  await expect(stage).toContainText('sent, followed (person)')
  await expectAccessibleInEveryForm(page)

  // How far each lesson came is a filter, and the funnel stands on the lesson's own page.
  await page.getByText('Of the lessons in service').getByRole('link').first().click()
  await expect(page).toHaveURL(/filter=reach%3Asent|filter=reach:sent/)
  const id = /memory id="(m_\w+)"/.exec(told.hookSpecificOutput.additionalContext)?.[1]
  await page.goto(`/memories/${id}?project=${project}`)
  await expect(page.getByRole('heading', { name: 'In the stages that it was the best of' })).toBeVisible()
  const sent = page.getByRole('listitem').filter({ hasText: 'of the stages that asked' })
  await expect(sent).toContainText(/1 of 1 · 100.% \(21 to 100\)/)
})

test('a client without a key is told so in JSON, and finds no way to sign in', async ({
  playwright,
  baseURL,
}) => {
  const outside = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  const refused = await outside.post('/api/mcp', { data: {} })
  expect([refused.status(), refused.headers()['www-authenticate']]).toEqual([401, 'Bearer realm="loupe"'])
  expect((await refused.json()).error.code).toBe('no-key')
  const none = await outside.get('/.well-known/oauth-protected-resource')
  expect([none.status(), (await none.json()).error.code]).toEqual([404, 'no-such-door'])
  const pages = await outside.get('/api/mcp', { headers: { authorization: `Bearer ${token()}` } })
  expect(pages.status()).toBe(405)
})

test('a person makes a key, which is shown once, opens what it may, and is revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = ofThisTry('program')
  await page.goto('/settings')
  const keys = page.getByRole('region', { name: 'Keys' })
  await keys.getByLabel('Name of the program').fill(name)
  await keys.getByLabel('log: ask as an agent and report').check()
  await keys.getByRole('button', { name: 'Make a key' }).click()
  const key = (await keys.getByRole('status').locator('code').textContent()) ?? ''
  const outside = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  const ask = async (path: string) =>
    await outside.post(path, { headers: { authorization: `Bearer ${key}` }, data: { project: 'sample' } })
  expect((await ask('/api/v1/outcomes')).status()).toBe(400)
  const refused = await ask('/api/v1/proposals')
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'key-scope'])
  await page.reload()
  const row = keys.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('read, log')
  await expect(row).toContainText('last used')
  await expect(page.getByText(key)).toHaveCount(0)
  await expectAccessibleInEveryForm(page)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(row).toHaveCount(0)
  expect((await ask('/api/v1/outcomes')).status()).toBe(401)
})
