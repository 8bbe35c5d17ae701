import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const MAP = '/memories/map?project=sample'
const QUERY = `${MAP}&q=${encodeURIComponent('construct test case for cursor-based pagination bug')}&z=REPRODUCE`

/** Opens the map and waits until its entries are drawn. */
async function openMap(page: Page, path = MAP) {
  const words = page.waitForResponse('**/api/v1/map/words?**')
  await page.goto(path)
  const map = page.getByTestId('map')
  await expect(map).toBeVisible()
  await words
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/topic/)
  await expect(page.getByText(/nearest \(chance: .*\), n \d+/)).toBeVisible()
  return map
}

/** Chooses an entry by keyboard; on a busy machine the canvas takes keys a moment after it is seen. */
async function chooseByKeyboard(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/at=m_/, { timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
}

/** The address has stood still for half a second. */
async function expectStill(page: Page): Promise<void> {
  const isStill = async () => {
    const before = page.url()
    await page.waitForTimeout(500)
    return page.url() === before
  }
  await expect.poll(isStill, { intervals: [0] }).toBe(true)
}

/** Draws a line through points given as shares of the canvas. */
async function drag(page: Page, shares: [number, number][]) {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('the map has no size')
  const [first, ...rest] = shares.map(([x, y]): [number, number] => [
    box.x + x * box.width,
    box.y + y * box.height,
  ])
  await page.mouse.move(...(first ?? [0, 0]))
  await page.mouse.down()
  for (const corner of rest) await page.mouse.move(...corner, { steps: 6 })
  await page.mouse.up()
}

test('a lasso writes an area into the address, the table follows, and the address restores both', async ({
  page,
}) => {
  await openMap(page)
  await page.keyboard.press('l')
  await drag(page, [
    [0.4, 0.3],
    [0.8, 0.3],
    [0.8, 0.97],
    [0.4, 0.97],
  ])
  await expect(page).toHaveURL(/area=-?\d+,-?\d+/)
  await expect(page).not.toHaveURL(/[?&]at=/)
  const beside = page.getByRole('region', { name: 'Entries of the area' })
  await expect(beside).toContainText('In the area')
  await expect(beside).toHaveAttribute('aria-busy', 'false')
  const count = (await beside.getByText(/^\d+.entr(y|ies)$/).textContent()) ?? ''
  const rows = await beside.getByRole('row').count()
  expect(Number.parseInt(count, 10)).toBeGreaterThan(0)
  expect(rows).toBe(Math.min(100, Number.parseInt(count, 10)) + 1)
  await expect(beside.getByRole('link', { name: 'Show in the list' })).toHaveAttribute('href', /area=\d+,/)

  await page.reload()
  await expect(beside.getByText(/^\d+.entr(y|ies)$/)).toHaveText(count)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/area=/)
  await expect(beside).toContainText('All entries')
  await page.goBack()
  await expect(beside.getByText(/^\d+.entr(y|ies)$/)).toHaveText(count)
})

test('by keyboard alone: arrows go from entry to entry, Enter opens, a topic is an area', async ({
  page,
}) => {
  await openMap(page)
  await chooseByKeyboard(page)
  const first = page.url()
  await page.keyboard.press('ArrowUp')
  await expect(page).not.toHaveURL(first)
  await expectStill(page) // a key that was pressed twice above may still be on its way
  await expect(page.locator('#map-said')).toContainText(/(ANALYZE|REPRODUCE|EDIT|VERIFY): \w/)
  const id = new URL(page.url()).searchParams.get('at')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/memories/${id}`))

  await openMap(page)
  const topic = page.getByRole('region', { name: 'Topics' }).getByRole('button').first()
  await topic.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Entries of the area' })).toContainText('In the area')
})

test('a drag pans and the address says what is in sight', async ({ page }) => {
  await openMap(page)
  await drag(page, [
    [0.5, 0.1],
    [0.3, 0.1],
  ])
  await expect(page).toHaveURL(/view=1\.00,/)
  const view = new URL(page.url()).searchParams.get('view')
  await page.reload()
  await expect(page.getByTestId('map')).toBeVisible()
  await page.waitForTimeout(300)
  expect(new URL(page.url()).searchParams.get('view')).toBe(view)
  await page.keyboard.press('0')
  await expect(page).not.toHaveURL(/view=/)
})

test('the chosen entry is named on the map, with the way to it', async ({ page }) => {
  await openMap(page)
  await chooseByKeyboard(page)
  const card = page.getByRole('region', { name: 'The chosen entry' })
  await expect(card).toContainText(/(ANALYZE|REPRODUCE|EDIT|VERIFY)/)
  const id = new URL(page.url()).searchParams.get('at')
  await expect(card.getByRole('link', { name: /^Open/ })).toHaveAttribute(
    'href',
    new RegExp(`/memories/${id}`),
  )
  await card.getByRole('button', { name: 'Let go' }).click()
  await expect(card).toBeHidden()
  await expect(page).not.toHaveURL(/[?&]at=/)
})

test('a finger draws a lasso and chooses an entry', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await openMap(page)
  await page.getByRole('button', { name: /^Lasso/ }).click()
  const map = page.getByTestId('map')
  await map.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }))
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no size')
  const touch = await context.newCDPSession(page)
  const at = (x: number, y: number) => [{ x: box.x + x * box.width, y: box.y + y * box.height }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.05, 0.05) })
  for (const [x, y] of [
    [0.5, 0.04],
    [0.95, 0.05],
    [0.95, 0.5],
    [0.95, 0.95],
    [0.5, 0.95],
    [0.05, 0.95],
  ] as const)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x, y) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page).toHaveURL(/area=-?\d+,-?\d+/)
  await expect(page.getByRole('region', { name: 'Entries of the area' })).toContainText('In the area')
  expect(await map.evaluate((canvas) => getComputedStyle(canvas).touchAction)).toBe('none')
  await context.close()
})

test('a query meets entries of its category, and sees those of other categories', async ({ page }) => {
  await openMap(page, QUERY)
  const answer = page.getByRole('region', { name: 'The query' })
  await expect(answer.getByRole('list').first().getByRole('listitem')).toHaveCount(5)
  await expect(answer.getByRole('list').first()).toContainText(/0\.\d{6}/)
  await expect(answer).toContainText('Other categories')
  await expect(answer.getByRole('list').last().getByRole('listitem')).toHaveCount(3)
  await page.goto(`${MAP}&q=${encodeURIComponent('!!!')}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('no word to search by')
})

test('UMAP is computed in the background, says how far it is, and is there after a reload', async ({
  page,
}) => {
  test.slow()
  await page.goto(`${MAP}&method=umap`)
  const compute = page.getByRole('button', { name: 'Compute it' })
  const kept = page.getByText(/UMAP keeps \d+.%/)
  await expect(compute.or(kept)).toBeVisible()
  if (await compute.isVisible()) await compute.click() // a second try finds the map of the first
  await expect(kept).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(kept).toBeVisible()
})

test('a map that cannot be read says so and reads again', async ({ page }) => {
  await page.route('**/api/v1/map?**', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'The disk is gone.', hint: 'Look at it.' } } }),
  )
  await page.goto(MAP)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The disk is gone.', {
    timeout: 20_000,
  })
  await page.unroute('**/api/v1/map?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('map')).toBeVisible()
})

test('an area of a map that nobody computed is told as such where the address is opened, and leads on', async ({
  page,
}) => {
  const filter = 'project=sample-trouble&method=umap&area=0,0,900,0,900,900'
  for (const path of ['/memories', '/memories/review/sample']) {
    await page.goto(`${path}?${filter}`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no UMAP map')
    await page.getByRole('link', { name: 'Without the filter' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
  // No area at all is ignored, like a day that does not exist.
  await page.goto('/memories?project=sample-trouble&area=umap')
  await expect(page.getByRole('grid')).toBeVisible()
})
