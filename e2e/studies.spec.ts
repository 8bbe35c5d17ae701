import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInEveryForm, settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'
import { tooLow } from './touch-targets.ts'

/** Words that no other test asks: what was judged of a question counts wherever it is asked again. */
const once = (words: string) => `${words} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`

async function runBatch(page: Page, text: string): Promise<void> {
  await page.goto('/audit/retrieval?project=sample')
  await page
    .locator('#main')
    .getByLabel(/^Questions/)
    .fill(text)
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page).toHaveURL(/\/audit\/studies\/sy_/)
  await expect(page.getByRole('region', { name: 'Questions' })).toBeVisible({ timeout: 60_000 })
}

/** Judges by keyboard until nothing is left. */
async function judge(page: Page, by: string, key: (lesson: string) => string): Promise<number> {
  await page.getByRole('link', { name: 'Judge blind' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('pairs')
  const other = page.getByRole('button', { name: 'Someone else' })
  await other
    .or(page.getByLabel(/Who reviews/))
    .first()
    .waitFor()
  if (await other.isVisible()) await other.click()
  await page.getByLabel(/Who reviews/).fill(by)
  await page.keyboard.press('Enter')
  const verdict = page.getByRole('heading', { level: 1 })
  await expect(page.getByText(`as ${by}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^no help/ }).or(page.getByText('is graded'))).toBeVisible()
  await settled(page)
  await expect(verdict).toContainText(/pairs to go|are judged/)
  await expect(page.getByRole('main')).not.toContainText(/\b(subtask|tfidf|hybrid|bm25)\b/)
  for (let count = 0; ; count++) {
    const before = String(await verdict.textContent())
    if (before.startsWith('Done')) return count
    await page.keyboard.press(key(String(await page.getByRole('region', { name: 'Lesson' }).textContent())))
    await expect(verdict).not.toHaveText(before)
  }
}

test('questions are pasted, asked and kept: the link opens again, a figure its questions, and the rows are exported', async ({
  page,
  context,
}) => {
  await page.goto('/audit/retrieval?project=sample')
  await page.getByRole('button', { name: 'Take the sample’s labelled questions' }).click()
  await page.getByLabel(/^Tune/).check()
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page).toHaveURL(/\/audit\/studies\/sy_/)
  const metrics = page.locator('#pooled')
  await expect(metrics).toBeVisible({ timeout: 90_000 })
  await expect(metrics).toContainText(/n\s\d+ labelled questions of 180, the half that nothing was tuned on/)
  await expect(metrics).toContainText(
    /hybrid: w = [\d.]+ \(usual 0\.2\), chosen by MRR on \d+\squestions of the other half/,
  )
  await expect(metrics).toContainText('declared primary')
  await expect(metrics).toContainText('after Holm')
  const verdict = await page.getByRole('heading', { level: 1 }).textContent()
  expect(verdict).toMatch(/[Ss]ubtask.*instance|no difference shown/)
  await expect(page.getByText(/^Stage questions: subtask − instance, 95 % CI .* n \d+$/)).toBeVisible()

  const again = await context.newPage()
  await again.goto(page.url())
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(String(verdict))

  const misses = again
    .getByRole('row', { name: /^subtask/ })
    .first()
    .getByRole('link', { name: /not relevant/ })
  const count = Number(/^\d+/.exec(String(await misses.textContent()))?.[0])
  await misses.click()
  await expect(again).toHaveURL(/show=miss&a=subtask&kind=stage/)
  const questions = again.getByRole('region', { name: 'Questions', exact: true })
  await expect(questions).toContainText(
    `${count} of 180: the first that subtask finds is not relevant, stage questions only`,
  )
  await again.getByRole('link', { name: /where subtask and tfidf differ/ }).click()
  await expect(questions).toContainText('subtask and tfidf have another winner')
  await expect(questions.getByText(/^1\sto\s25\sof/)).toBeVisible()
  await questions.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(questions.getByText(/^26\sto/)).toBeVisible()
  await questions.getByRole('row').nth(1).getByRole('link').click()
  await expect(again).toHaveURL(/\/playground\/compare\?.*columns=subtask,tfidf/)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  const rows = lines.filter((line) => !line.startsWith('# '))
  expect(lines.slice(0, -rows.length).join()).toMatch(/# source: .*# n = 180 .*# address/)
  expect(rows[0]).toBe('id,text,category,strategy,winner,instance,score,hit_at_1,rr,ndcg_at_10')
  expect(rows).toHaveLength(1 + 180 * 6)
})

test('the files of the growth say their source, commit and address; the example questions stand in the sample alone', async ({
  page,
}) => {
  await page.goto('/?project=sample')
  const growth = page.getByRole('figure')
  for (const name of ['CSV', 'SVG']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      growth.getByRole('button', { name, exact: true }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8').replaceAll('\n', ' ')
    expect(text, name).toMatch(/source: written.*project sample: .*commit: \w.*address: http.*project=sample/)
  }
  const saved = async (name: string) => {
    const file = page.waitForEvent('download')
    await growth.getByRole('button', { name, exact: true }).click()
    return readFileSync(await (await file).path())
  }
  const [svg, png] = [String(await saved('SVG')), await saved('PNG')]
  const written = [...svg.matchAll(/<text x="0" y="(\d+)"[^>]*>(.+)<\/text>/g)]
  const lines = written.slice(written.findIndex(([, , words]) => words?.startsWith('source: written')))
  expect(lines.map(([, , words]) => words).join(' ')).toMatch(/^source: .*seed: .*commit: \w.*address: http/)
  // The same picture at twice its size, with something written on each of these lines.
  const drawn = await page.evaluate(
    async ({ url, heights }) => {
      const picture = new Image()
      picture.src = url
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const pen = canvas.getContext('2d')
      pen?.drawImage(picture, 0, 0)
      const inks = heights.map((y) => {
        const { data } = pen?.getImageData(0, 2 * y - 16, 200, 20) ?? { data: [] }
        return new Set(Array.from({ length: data.length / 4 }, (_, i) => data[4 * i])).size
      })
      return { size: [picture.width, picture.height], inks }
    },
    { url: `data:image/png;base64,${png.toString('base64')}`, heights: lines.map(([, y]) => Number(y)) },
  )
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  expect(drawn.size).toEqual([2 * Number(width), 2 * Number(height)])
  expect(Math.min(...drawn.inks)).toBeGreaterThan(1)
  const tour = page.getByRole('region', { name: 'Tour' })
  await expect(tour).toBeVisible()
  await page.goto('/?project=sample-trouble')
  await expect(page.getByRole('region', { name: 'EDIT' })).toBeVisible()
  await expect(tour).toHaveCount(0)
})

test('twenty questions are there at once', async ({ page }) => {
  const lines = Array.from({ length: 20 }, (_, n) => once(`EDIT: change the page ${n}`))
  await page.goto('/audit/retrieval?project=sample')
  await page
    .locator('#main')
    .getByLabel(/^Questions/)
    .fill(lines.join('\n'))
  const startedAt = Date.now()
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page.getByRole('region', { name: 'Questions' })).toBeVisible()
  test.info().annotations.push({ type: 'ms to the result', description: String(Date.now() - startedAt) })
})

test('two judges judge blind by keyboard, their kappa stands, and a later batch has their labels', async ({
  page,
}) => {
  test.slow()
  const text = once('EDIT: guard the cache against two writers')
  await runBatch(page, text)
  const pairs = await judge(page, 'Mara', (lesson) => (lesson.includes('cache') ? '3' : '0'))
  expect(pairs).toBeGreaterThan(4)
  // A wrong mark is taken back, and its pair is shown again.
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 of ${pairs} pairs to go.`)
  const lesson = await page.getByRole('region', { name: 'Lesson' }).textContent()
  await page.keyboard.press(lesson?.includes('cache') ? '3' : '0')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
  await page.getByRole('link', { name: 'See what came of it' }).click()
  const judged = page.locator('#judged')
  await expect(judged).toContainText(`by Mara; ${pairs} pairs of ${pairs} judged`)
  await expect(judged).toContainText('a second one makes agreement known')
  await judge(page, 'Ivo', (lesson) => (lesson.includes('cache') ? '2' : '0'))
  await page.getByRole('link', { name: 'See what came of it' }).click()
  await expect(judged).toContainText(
    /kappa of Mara and Ivo: [\d.−]+, n\s\d+|kappa of Mara and Ivo: undefined/,
  )

  await runBatch(page, text)
  await expect(judged).toContainText(`by Mara and Ivo; ${pairs} pairs of ${pairs} judged`)
  await page.getByRole('link', { name: 'Judge blind' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Done: all ${pairs} pairs are judged.`)
})

test('a batch with a line at fault names the line, and keeps what was typed', async ({ page }) => {
  await page.goto('/audit/retrieval?project=sample')
  await page
    .locator('#main')
    .getByLabel(/^Questions/)
    .fill('{"id": "a", "text": "t"}\n{"id": "b"')
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Line 2' })).toBeVisible()
  await expect(page.locator('#main').getByLabel(/^Questions/)).toHaveValue(/"id": "b"/)
})

test('a batch that cannot be asked says which question, and where to go', async ({ page }) => {
  await page.goto('/audit/retrieval?project=sample')
  await page
    .locator('#main')
    .getByLabel(/^Questions/)
    .fill('EDIT: a lock\nEDIT: !!!')
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Question line-2: The text has no word to search by.',
  )
  await expectAccessible(page)
})

test('a server killed in the middle of a batch goes on where it was, and the batch ends', async ({
  page,
}) => {
  test.slow()
  await withOwnServer(async (server) => {
    const base = server.url
    await server.start()
    const text = Array.from({ length: 1_500 }, (_, n) => `EDIT: change the page number ${n}`).join('\n')
    const order = { project: 'sample', name: 'large', questions: text, strategies: ['subtask', 'global'] }
    const answer = await fetch(`${base}/api/v1/studies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ design: 'retrieval', order }),
    })
    const { id } = await answer.json()
    const progress = async () => await (await fetch(`${base}/api/v1/studies/${id}/progress`)).json()
    await page.goto(`${base}/audit/studies/${id}?project=sample`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      /of 1,500\squestions asked|begins in a moment/,
    )
    await expectAccessible(page)
    await expect
      .poll(async () => (await progress()).doneCount, { intervals: [20], timeout: 60_000 })
      // More than the first piece of 50 questions, which is kept.
      .toBeGreaterThan(60)
    await server.stop('SIGKILL')
    await server.start()
    const { doneCount, state } = await progress()
    expect(doneCount).toBeGreaterThan(0)
    expect(doneCount).toBeLessThan(1_500)
    expect(['waiting', 'running']).toContain(state)
    // The page that stood open finds the new server by itself.
    await expect(page.getByRole('region', { name: 'Questions' })).toBeVisible({ timeout: 180_000 })
    await expect(page.locator('#agreement')).toContainText('share of 1,500 questions')
    expect(await progress()).toMatchObject({ state: 'done', doneCount: 1_500, totalCount: 1_500 })
  }, 'sample')
})

test('a judged batch and a pair to judge are accessible in every form, and high enough for a finger', async ({
  page,
}) => {
  test.slow()
  const label = '"relevant": ["ledgerly__ledgerly-31", "ledgerly__ledgerly-12"]'
  const lines = ['EDIT', 'VERIFY', 'ANALYZE'].map(
    (category, n) =>
      `{"id": "q-${n}", "text": "${once('the page cursor')}", "category": "${category}", ${label}}`,
  )
  await runBatch(page, lines.slice(0, 1).join('\n'))
  for (const by of ['Mara', 'Ivo']) {
    await judge(page, by, () => (by === 'Mara' ? '2' : '1'))
    await page.getByRole('link', { name: 'See what came of it' }).click()
  }
  await expect(page.locator('#judged')).toContainText('kappa of Mara and Ivo')
  const judged = page.url()
  await runBatch(page, lines.join('\n'))
  const open = page.url()
  const pair = open.replace('/audit/studies/', '/memories/review/pair?queue=').replace(/(queue=\w+)\?/, '$1&')
  for (const url of [judged, open, pair]) {
    await page.goto(url)
    await expect(page.getByRole('region', { name: /^(Lesson|Questions)$/ })).toBeVisible()
    await expectAccessibleInEveryForm(page, async ({ width }) => {
      if (width === 390) expect(await tooLow(page), url).toEqual([])
    })
  }
})

test('a model’s readings are offered where they are kept: the sample’s questions that one has read', async ({
  page,
}) => {
  await page.goto('/audit/retrieval?project=sample')
  await page.getByRole('button', { name: 'Take the sample’s labelled questions' }).click()
  for (const name of ['global', 'hybrid', 'instance', 'tfidf'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck()
  await page.getByRole('checkbox', { name: 'subtask-by-model', exact: true }).check()
  await page.getByRole('checkbox', { name: /^Only questions that a model has read/ }).check()
  await page.getByRole('button', { name: 'Run and keep' }).click()
  await expect(page).toHaveURL(/\/audit\/studies\/sy_/)
  const metrics = page.locator('#pooled')
  await expect(metrics).toBeVisible({ timeout: 90_000 })
  await expect(metrics).toContainText(/n\s80 labelled questions/)
  await expect(metrics.getByRole('row', { name: /^subtask-by-model/ }).first()).toBeVisible()
})
