import type { Page } from '@playwright/test'
import { DETECTOR_NAMES } from '../lib/memory/findings/finding.ts'
import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** Terms that a page may use only after it has said them in plain words. */
const TERMS = ['wall', 'recurrence', 'lift', 'cosine', 'coverage', 'propensity', 'floor', 'span']
const PAGES = [
  '/?project=sample',
  '/playground?project=sample&mode=subtask&text=lost%20rows%20at%20the%20end%20of%20a%20page',
  '/memories/review?project=sample-trouble',
  '/memories?project=sample',
  '/memories/map?project=sample',
  '/playground/compare?project=sample&mode=subtask&text=lost%20rows%20at%20the%20end%20of%20a%20page',
  '/audit/minimum-score?project=sample',
]

test('pages say it in plain words, the term stands on the words', async ({ page, request }) => {
  const { rows } = await (await request.get('/api/v1/entries?project=sample&category=EDIT&q=cursor')).json()
  for (const path of [...PAGES, `/memories/${rows[0].id}?project=sample`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/Looking|Computing/)
    expect(await saidTooEarly(page, TERMS), path).toEqual([])
  }
})

/** Terms of the audit, each said in plain words first; `key` and `vanilla` are also what lessons and arms are called. */
const AUDIT_TERMS = ['wall', 'payload', 'twin', 'propensity']
const AUDIT_PAGES = ['density-and-gain', 'misprediction', 'raw-and-abstracted', 'reuse', 'results']

test('the pages of the audit say it in plain words too', async ({ page }) => {
  for (const name of AUDIT_PAGES) {
    await page.goto(`/audit/${name}?project=sample`)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Computing')
    expect(await saidTooEarly(page, AUDIT_TERMS), name).toEqual([])
  }
})

/** Places where a term stands before a page has explained it. */
async function saidTooEarly(page: Page, words: string[]): Promise<string[]> {
  return await page.getByRole('main').evaluate((main, terms) => {
    const explained = new Set<string>()
    const found: string[] = []
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const term = parent?.closest('[data-term]')?.getAttribute('data-term')
      if (term) explained.add(term)
      // What opens on demand, and what entries and questions say, is no first place.
      if (
        !parent ||
        parent.closest(
          'nav, details, pre, textarea, [data-candidate], [data-compared], [data-place], [data-said], script, svg, [title]',
        )
      )
        continue
      for (const one of terms)
        if (!explained.has(one) && new RegExp(`\\b${one}\\b`, 'i').test(node.textContent ?? ''))
          found.push(`${one}: ${node.textContent?.slice(0, 60)}`)
    }
    return found
  }, words)
}

test('the letters of the paper, and what a lesson rests on, stand on plain words', async ({
  page,
  request,
}) => {
  const { rows } = await (await request.get('/api/v1/entries?project=sample&category=EDIT&q=cursor')).json()
  await page.goto(`/memories/${rows[0].id}?project=sample`)
  const entry = page.getByRole('region', { name: 'The entry' })
  for (const [term, words] of [
    ['category', 'Category'],
    ['description', 'Search key'],
    ['experience', 'Lesson'],
  ] as const)
    await expect(entry.getByRole('term').filter({ has: page.locator(`[data-term=${term}]`) })).toHaveText(
      words,
    )
  for (const term of ['support', 'cosine', 'wall'])
    await expect(page.locator(`[data-term=${term}]`).first()).toHaveAttribute('title', /\w/)
})

test('the worklists are a question in a line each, with the rule for whoever asks', async ({ page }) => {
  await page.goto('/memories/review?project=sample-trouble')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(21)
  for (const row of (await rows.all()).slice(1)) {
    expect((await row.boundingBox())?.height).toBeLessThan(45)
    await expect(row.locator('summary')).toContainText('?')
  }
  // Each detector says how often it was right, or that nobody judged it.
  await expect(rows.filter({ hasText: /(?:, |not judged yet)n\s\d/ })).toHaveCount(DETECTOR_NAMES.length)
  const risky = rows.filter({ hasText: 'Risky advice' })
  await expect(risky).toContainText(/not judged yet\s*n 0/)
  await expect(risky.getByText('by a short word list')).toBeHidden()
  await risky.getByText('the rule').click()
  await expect(risky.getByText('by a short word list')).toBeVisible()

  await page.goto('/memories/review/risky?project=sample-trouble')
  await expect(page.getByText('Could it do harm to follow it?')).toBeVisible()
  await expect(page.getByText('precision not judged yet, n 0')).toBeVisible()
  await expect(page.getByText('by a short word list')).toBeHidden()
})

test('a phone shows every action of a row at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/memories/review/risky?project=sample-trouble',
    '/memories/review/leak?project=sample-trouble',
  ]) {
    await page.goto(path)
    await expectWhole(page, 'Decide')
  }
  await page.goto('/memories/map?project=sample')
  const legend = page.getByRole('list', { name: 'What the marks mean' })
  await expect(legend).toBeVisible()
  expect(await legend.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
})

async function expectWhole(page: Page, toolbar: string) {
  const bar = page.getByRole('toolbar', { name: toolbar })
  await expect(bar).toBeVisible()
  for (const button of await bar.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true)
  }
  expect(await bar.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
}

test('memories: findings are a column, and the list leads to the map by its tab and into a file', async ({
  page,
}) => {
  await page.goto('/memories?project=sample-trouble&finding=too-long')
  await expect(page.getByRole('columnheader', { name: 'Finding' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Entries' }).getByRole('row').nth(1)).toContainText('too long')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const lines = (await (await (await download).createReadStream()).toArray()).join('').trim().split('\n')
  expect(lines.slice(1).every((line) => JSON.parse(line).entry.id.startsWith('m_'))).toBe(true)
  await page.getByRole('navigation', { name: 'Memories' }).getByRole('link', { name: 'Map' }).click()
  await expect(page).toHaveURL(/\/map/)
})

test('a judged sample stands on the page of memories with the precision of each mark', async ({ page }, {
  retry,
  repeatEachIndex,
}) => {
  await page.goto('/memories?project=sample-trouble')
  await page
    .getByRole('link', { name: /Judge|The sample/ })
    .first()
    .click()
  await page.getByLabel('Who reviews?').fill(`judge ${retry} ${repeatEachIndex}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^(Draw a sample|Sample again)$/ }).click()
  await expect(page).toHaveURL(/queue=qs_/)
  await expect(page.getByRole('main')).toContainText('0 of 50 judged')
  await settled(page)
  // Drawn at random: among four it happens that no detector marked any.
  for (let n = 1; n <= 14; n++) {
    await page.keyboard.press('x')
    await expect(page.getByRole('main')).toContainText(`${n} of 50 judged`)
  }
  await page.goto('/memories?project=sample-trouble')
  const band = page.getByRole('region', { name: 'Junk, estimated' })
  await expect(band).toContainText(/of \d+ judged are junk/)
  await expect(band).toContainText('Precision')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^(About|Between) .*are junk/)
})

test('a name that does not fit keeps its end, where names differ', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/import')
  const name = `${'results-of-the-same-agent-on-the-same-tasks-'.repeat(3)}2.json`
  await page
    .locator('label', { hasText: 'Choose a results file' })
    .locator('input')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from('{}') })
  const shown = page.getByTitle(name)
  await expect(shown).toBeVisible()
  const seen = await shown.evaluate((element) => {
    const text = element.querySelector('bdi')?.firstChild
    if (!(text instanceof Text)) return null
    const tail = document.createRange()
    tail.setStart(text, text.length - 6)
    tail.setEnd(text, text.length)
    const [part, box] = [tail.getBoundingClientRect(), element.getBoundingClientRect()]
    return {
      isCut: element.scrollWidth > element.clientWidth,
      from: part.left - box.left,
      to: box.right - part.right,
    }
  })
  expect(seen?.isCut).toBe(true)
  expect(seen?.from).toBeGreaterThan(0)
  expect(seen?.to).toBeGreaterThan(-1)
})
