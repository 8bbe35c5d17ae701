import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const LEAST_PX = 44
const FILES = [{ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from('{}') }]

/**
 * What is to be pressed and is lower than a finger is wide. A link inside of running text is none (WCAG 2.5.8 lets it be), a box
 * inside of its label is as large as that, and marks of a figure are as large as what they draw: the page reaches the same elsewhere.
 */
async function tooLow(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const wanted =
      'a[href], button, [role=button], [role=tab], [role=menuitem], input, select, textarea, summary'
    const all = [...document.querySelectorAll<HTMLElement>(wanted)]
    const inSentence = (one: HTMLElement) => {
      if (getComputedStyle(one).display !== 'inline') return false
      let block = one.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      if (!block) return false
      const copy = block.cloneNode(true) as HTMLElement
      for (const inner of copy.querySelectorAll(`${wanted}, .sr-only`)) inner.remove()
      return /\p{L}{2}/u.test(copy.textContent ?? '')
    }
    /** How far up and down of its middle a press still means it: what it draws around itself counts, what covers it does not. */
    const reach = (one: HTMLElement) => {
      one.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const means = (at: number) => one.contains(document.elementFromPoint(x, at))
      let [up, down] = [0, 0]
      while (up < least && means(y - up - 1)) up++
      while (down < least && means(y + down + 1)) down++
      return up + down
    }
    return all.flatMap((one) => {
      // A row of the table of memories hears the press wherever it is; a box is as large as its label.
      const target = one.closest(one.matches('input, select') ? 'label' : '[data-place]') ?? one
      const { width, height } = target.getBoundingClientRect()
      const own = one.getBoundingClientRect()
      if (own.width <= 1 || own.height <= 1 || !one.checkVisibility({ visibilityProperty: true })) return []
      if (one.closest('[inert], [aria-hidden=true], figure')) return []
      if (Math.max(height, own.height, reach(one)) >= least - 0.5 || inSentence(one)) return []
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)
      return [`${Math.round(width)} × ${Math.round(height)} <${one.tagName.toLowerCase()}> ${name}`]
    })
  }, LEAST_PX)
}

test('on a phone what stands alone is high enough for a finger, on every page', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000)
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', 'Mara')
  })
  const rows = async (path: string) => (await (await request.get(path)).json()).rows as { id: string }[]
  const [entry] = await rows('/api/v1/entries?project=sample&limit=1&category=EDIT')
  const [run] = await rows('/api/v1/episodes?project=sample')
  const ordered = await request.post('/api/v1/lab-runs', {
    headers: { origin: baseURL ?? '' },
    data: {
      project: 'sample',
      name: 'for a finger',
      strategies: ['subtask', 'hybrid'],
      text: 'EDIT: a page',
    },
  })
  const { id: batch } = await ordered.json()
  await expect
    .poll(async () => (await request.get(`/api/v1/lab-runs/${batch}`)).status(), { timeout: 60_000 })
    .toBe(200)
  const low: string[] = []
  for (const path of [
    '/?project=sample',
    '/playground?project=sample',
    '/playground?project=sample&mode=subtask&category=EDIT&text=guard+the+page',
    '/lab?project=sample',
    '/lab?project=sample&mode=subtask&category=EDIT&text=guard+the+page',
    '/lab/batch?project=sample',
    `/lab/batch/${batch}?project=sample`,
    `/lab/judge?run=${batch}&project=sample`,
    '/lab/floors?project=sample',
    '/lab/log?project=sample',
    '/memories?project=sample',
    '/memories?project=sample&q=category:EDIT&lifecycle=approved',
    `/memories/${entry?.id}?project=sample`,
    '/worklists?project=sample-trouble',
    '/worklists/leak?project=sample-trouble',
    '/worklists/leak?project=sample-trouble&view=dismissed',
    '/worklists/near-duplicate?project=sample-trouble',
    '/worklists/near-duplicate?project=sample-trouble&view=clusters',
    '/worklists/waiting?project=sample',
    '/estimate?project=sample',
    '/map?project=sample',
    '/episodes?project=sample',
    `/episodes/${run?.id}?project=sample`,
    '/import',
    '/jobs',
    '/activity?project=sample',
    '/settings?project=sample',
    '/no-such-page',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      if (path === '/import') await page.locator('input[type=file]').first().setInputFiles(FILES)
      for (const one of await tooLow(page)) low.push(`${path}: ${one}`)
    })
  expect(low).toEqual([])
})

test('on a phone what can be decided stands in one line', async ({ page }) => {
  for (const path of ['leak', 'near-duplicate', 'near-duplicate?view=clusters']) {
    await page.goto(`/worklists/${path}${path.includes('?') ? '&' : '?'}project=sample-trouble`)
    const bar = page.getByRole('toolbar', { name: 'Decide' })
    await expect(bar).toBeVisible()
    const { height = 0 } = (await bar.boundingBox()) ?? {}
    expect(height, path).toBeGreaterThan(LEAST_PX)
    expect(height, path).toBeLessThan(2 * LEAST_PX)
    await expect(bar.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})
