import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The term itself and nothing near it: each page says it in plain words first. */
const JARGON = /\b(?:wall|recurrence|lift|cosine|P\(z\))\b/i
const PAGES = [
  '/?project=sample',
  '/playground?project=sample&mode=subtask&text=lost%20rows%20at%20the%20end%20of%20a%20page',
  '/worklists?project=sample-trouble',
  '/memories?project=sample',
  '/map?project=sample',
]

test('pages say it in plain words, the term stands on the words', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Looking')
    const said = await page.getByRole('main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement
      // What opens on demand, and what others wrote, is no first place.
      for (const one of copy.querySelectorAll('details, pre, [data-candidate], script, svg')) one.remove()
      return copy.textContent ?? ''
    })
    expect(JARGON.exec(said)?.[0], path).toBeUndefined()
  }
})

test('the worklists are a question in a line each, with the rule for whoever asks', async ({ page }) => {
  await page.goto('/worklists?project=sample-trouble')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(15)
  for (const row of (await rows.all()).slice(1)) {
    expect((await row.boundingBox())?.height).toBeLessThan(45)
    await expect(row.locator('summary')).toContainText('?')
  }
  const risky = rows.filter({ hasText: 'Risky advice' })
  await expect(risky.getByText('by a word list')).toBeHidden()
  await risky.getByText('the rule').click()
  await expect(risky.getByText('by a word list')).toBeVisible()

  await page.goto('/worklists/risky?project=sample-trouble')
  await expect(page.getByText('Could it do harm to follow it?')).toBeVisible()
  await expect(page.getByText('by a word list')).toBeHidden()
})

test('a phone shows every action of a row at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/worklists/risky?project=sample-trouble', '/worklists/leak?project=sample-trouble']) {
    await page.goto(path)
    await expectWhole(page, 'Decide')
  }
  await page.goto('/map?project=sample')
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

test('memories: findings are a column, and the list leads to the map and into a file', async ({ page }) => {
  await page.goto('/memories?project=sample-trouble&finding=too-long')
  await expect(page.getByRole('columnheader', { name: 'Finding' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('too long')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const lines = (await (await (await download).createReadStream()).toArray()).join('').trim().split('\n')
  expect(lines.every((line) => JSON.parse(line).id.startsWith('m_'))).toBe(true)
  await page.getByRole('main').getByRole('link', { name: 'Map' }).click()
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
  const name = `judge ${retry} ${repeatEachIndex}`
  const who = page.getByLabel('Who reviews?')
  if (await who.isVisible()) {
    await who.fill(name)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /^Draw/ }).click()
  await expect(page).toHaveURL(/sample=qs_/)
  for (let n = 2; n <= 5; n++) {
    await page.keyboard.press('x')
    await expect(page.getByRole('main')).toContainText(`${n} of 50`)
  }
  await page.goto('/memories?project=sample-trouble')
  const band = page.getByRole('region', { name: 'Junk, estimated' })
  await expect(band).toContainText(/of \d+ judged are junk/)
  await expect(band).toContainText('0 precision 100')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/About \d+.% of \d+ entries are junk/)
})
