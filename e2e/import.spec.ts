import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { ofThisTry } from './own-project.ts'

const fixture = (name: string) => `lib/ingest/fixtures/${name}`
const run = promisify(execFile)

/** A fixture as a dropped file, under another name and cut after some bytes when asked. */
function dropped(name: string, as = name, bytes?: number) {
  return { name: as, mimeType: 'application/json', buffer: readFileSync(fixture(name)).subarray(0, bytes) }
}

test('dropped files are named one by one: read, refused with place and next step, or not a trajectory', async ({
  page,
}) => {
  const project = ofThisTry('dropped')
  await page.goto('/import')
  await page.getByRole('combobox', { name: /^Project/ }).fill(project)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      ...['mini-swe-agent-1.traj.json', 'swe-agent-1.traj', 'report.json'].map((name) => dropped(name)),
      dropped('mini-swe-agent-1.traj.json', 'cut.traj.json', 600),
      dropped('mini-swe-agent-1.traj.json', 'empty.json', 0),
    ])
  const files = page.getByRole('region', { name: 'Files' })
  await expect(files).toContainText('mini-swe-agent-1.traj.json')
  await page.getByRole('button', { name: /^Read \d+ files/ }).click()
  await expect(files.getByText(/cut\.traj\.json/).first()).toBeVisible()
  await expect(files).toContainText(/ends before|cut off|truncated/i)
  await expect(files).toContainText(/empty/i)
  await expectAccessible(page)
  await page.goto(`/import?project=${project}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(Last: |Making entries of the last import)/,
  )
  await expect(page.getByRole('region', { name: 'The last import' })).toContainText('Its job')
  await page.goto(`/episodes?project=${project}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 episodes')
})

/** Runs of the sample, whose lessons the recording holds. */
const SAMPLE_RUNS = readdirSync('prisma/sample/episodes').map((name) => ({
  name,
  mimeType: 'application/json',
  buffer: readFileSync(`prisma/sample/episodes/${name}`),
}))

test('an import is rolled back from among the jobs, alone, and comes back by undo', async ({
  page,
  request,
  baseURL,
}) => {
  const project = ofThisTry('import-back')
  const origin = baseURL ?? ''
  const left = async (filter = '') => {
    const query = `project=${project}&limit=1&filter=${encodeURIComponent(filter)}`
    return (await (await request.get(`/api/v1/entries?${query}`)).json()).matchCount as number
  }
  const bring = async ({ name, buffer }: (typeof SAMPLE_RUNS)[number], batch: string) => {
    const asked = new URLSearchParams({ project, file: name, wait: '1', batch })
    const headers = { origin, 'content-type': 'application/octet-stream' }
    const answer = await request.post(`/api/v1/trajectories?${asked}`, { headers, data: buffer })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const [first, ...others] = SAMPLE_RUNS.slice(0, 3)
  if (!first) throw new Error('the sample has no run')
  for (const run of others) await bring(run, 'others')
  await bring(first, 'this')
  await request.post('/api/v1/distil', { headers: { origin }, data: { project, with: 'recorded' } })
  await expect
    .poll(async () => (await (await request.get(`/api/v1/distil?project=${project}`)).json()).job.state)
    .toBe('done')

  await page.goto(`/import?view=jobs&project=${project}`)
  const job = page.getByRole('article', { name: `Extract memories, ${project}` }).first()
  const href = await job.getByRole('link', { name: 'Its entries' }).getAttribute('href')
  const filter = new URL(href ?? '', origin).searchParams.get('q') ?? ''
  expect(filter).toMatch(/^job:j_/)
  const [all, count] = [await left(), await left(filter)]
  expect(count).toBeGreaterThan(2)
  expect(count).toBeLessThan(all)

  const dialog = page.getByRole('dialog')
  const toast = (text: RegExp) => page.getByRole('region', { name: /^Messages/ }).getByText(text)
  await job.getByRole('button', { name: /^Roll back/ }).click()
  await dialog.getByRole('link', { name: new RegExp(`^See all ${count} `) }).click()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === filter)
  await page.goBack()
  await job.getByRole('button', { name: /^Roll back/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'wrong' }).click()
  await dialog.getByRole('button', { name: new RegExp(`^Retire ${count}\\s`) }).click()
  await expect(toast(/^Rolled back/)).toBeVisible()
  expect(await left()).toBe(all - count)
  expect(await left(`${filter} lifecycle:retired`)).toBe(count)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(/^Undone/)).toBeVisible()
  expect(await left()).toBe(all)
})

test('each of several imports in one sitting has a line of its own', async ({ page }) => {
  const project = ofThisTry('import-sitting')
  await page.goto('/import')
  await page.getByRole('combobox', { name: /^Project/ }).fill(project)
  for (const files of [SAMPLE_RUNS.slice(3, 4), SAMPLE_RUNS.slice(4, 6)]) {
    await page.locator('input[type=file]').first().setInputFiles(files)
    await page.getByRole('button', { name: /^Read / }).click()
    await expect(page.getByRole('button', { name: 'Clear the list' })).toBeVisible({ timeout: 60_000 })
  }
  const lines = page.getByRole('list', { name: 'Imports of this sitting' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText(new RegExp(`: 1\\srun into ${project}`))
  await expect(lines.nth(1)).toContainText(new RegExp(`: 2\\sruns into ${project}`))
  // Nothing was made of them yet, so that there is nothing to take back.
  await expect(lines.getByRole('button', { name: /^Roll back/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('a command beside the running Loupe sends its work there', async ({ page }) => {
  const file = fixture('mini-swe-agent-1.1.traj.json')
  const project = ofThisTry('beside')
  const { stdout } = await run(process.execPath, ['scripts/import.ts', '--project', project, '--json', file])
  expect(JSON.parse(stdout)).toMatchObject({ status: 'imported', format: 'mini-swe-agent-1.1', file })
  await page.goto(`/episodes?project=${project}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 episode')
  const again = await run(process.execPath, ['scripts/import.ts', '--project', project, '--json', file])
  expect(JSON.parse(again.stdout).status).toBe('present')
})

test('bad input of every kind is a named fault, stores nothing, and the server still answers', async ({
  request,
  baseURL,
}) => {
  const run1 = readFileSync(fixture('mini-swe-agent-1.traj.json'), 'utf8')
  const bad: [string, string, Buffer][] = [
    ['empty-file', 'a.json', Buffer.alloc(0)],
    ['truncated-json', 'b.json', Buffer.from(run1.slice(0, 900))],
    [
      'not-utf8',
      'c.json',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('"}')]),
    ],
    ['line-too-long', 'd.json', Buffer.from(`{"messages":"${'x'.repeat(20_000_000)}"}`)],
    ['too-deep', 'e.json', Buffer.from('['.repeat(5_000) + ']'.repeat(5_000))],
    ['wrong-layout', 'f.json', Buffer.from('{"hello": 1}')],
    ['forbidden-key', 'g.json', Buffer.from(run1.replace('{', '{"__proto__": {"polluted": true}, '))],
  ]
  for (const [code, name, bytes] of bad) {
    const response = await request.post(`/api/v1/trajectories?project=bad&file=${name}&wait=1`, {
      headers: { 'content-type': 'application/octet-stream', origin: baseURL ?? '' },
      data: bytes,
    })
    const { results } = await response.json()
    expect(results, code).toMatchObject([
      {
        status: 'failed',
        error: { code, place: expect.stringContaining(name), hint: expect.stringMatching(/\w/) },
      },
    ])
  }
  const list = await request.get('/api/v1/episodes?project=bad')
  expect((await list.json()).error.code).toBe('no-such-project')
  expect((await request.get('/api/v1/health')).ok()).toBe(true)
})

test('the text of a trajectory is text: markup neither runs nor loads, control sequences do not act', async ({
  page,
  request,
  baseURL,
}) => {
  const attack = `<img src=x onerror=\\"window.hit=1\\"><script>window.hit=1</script> \\u001b[31mred\\u001b[0m \\u001b]8;;https://evil.example\\u0007link\\u001b]8;;\\u0007 [x](javascript:alert(1))`
  const bytes = readFileSync(fixture('mini-swe-agent-1.traj.json'), 'utf8').replaceAll(
    '<output>',
    `<output>\\n${attack}`,
  )
  const outside: string[] = []
  page.on('request', (each) => {
    if (!each.url().startsWith(baseURL ?? '') && !each.url().startsWith('data:')) outside.push(each.url())
  })
  await request.post('/api/v1/trajectories?project=attack&file=attack.json&wait=1', {
    headers: { 'content-type': 'application/octet-stream', origin: baseURL ?? '' },
    data: Buffer.from(bytes),
  })
  const { rows } = await (await request.get('/api/v1/episodes?project=attack')).json()
  await page.goto(`/episodes/${rows[0].id}?project=attack`)
  await expect(page.getByText('<script>window.hit=1</script>').first()).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect(page.locator('main a[href^="javascript"], main a[href*="evil"]')).toHaveCount(0)
  expect(outside).toEqual([])
})
