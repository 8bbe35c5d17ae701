import type { APIRequestContext, Page } from '@playwright/test'
import { AUDIT_PAGES, MORE_PAGES, ROOMS } from '../components/frame/pages.ts'
import { expectAccessibleInEveryForm, settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { LEAST_PX, tooLow } from './touch-targets.ts'

const PAGINATION = encodeURIComponent('construct test case for cursor-based pagination bug')

const ofSample = (path: string) => `${path}?project=sample`

/**
 * Pages in the states that their address alone gives them; `:entry` and `:run` are one of the sample. Those of a group are looked
 * at one after the other, in a browser that has loaded the program once.
 */
const STATES = {
  playground: [
    '/?project=sample',
    '/playground?project=sample',
    '/playground?project=sample&text=Modify+Search+Bar',
    '/playground?project=sample&mode=subtask&category=EDIT&text=add+the+reflected+operator',
  ],
  lab: [
    '/playground/compare?project=sample',
    `/playground/compare?project=sample&mode=subtask&category=REPRODUCE&text=${PAGINATION}`,
    `/playground/compare?project=sample&mode=subtask&category=REPRODUCE&text=${PAGINATION}&columns=none,random,soft`,
    '/audit/retrieval?project=sample',
    '/audit/minimum-score?project=sample',
    '/activity?project=sample&view=served',
  ],
  memories: [
    '/memories?project=sample',
    '/memories?project=sample&category=EDIT',
    '/memories?project=sample&q=category:EDIT&lifecycle=approved',
    '/memories?project=sample&q=nothingmatchesthis',
    '/memories?project=sample-trouble&q=category:EDIT&density=compact',
    '/memories/:entry?project=sample',
  ],
  worklists: [
    '/memories/review?project=sample-trouble',
    '/memories/review/leak?project=sample-trouble',
    '/memories/review/leak?project=sample-trouble&view=dismissed',
    '/memories/review/near-duplicate?project=sample-trouble',
    '/memories/review/near-duplicate?project=sample-trouble&view=clusters',
    '/memories/review/near-duplicate?project=sample-trouble&view=dismissed',
    '/memories/review/harmful?project=sample-trouble',
    '/memories/review/waiting?project=sample',
    '/memories/review/sample?project=sample',
    '/memories/review/sample?project=sample-trouble',
    '/memories/review/blind?project=sample',
    '/memories/review/pair?project=sample',
    '/memories/review/stage?project=sample',
  ],
  map: [
    '/memories/map?project=sample',
    `/memories/map?project=sample&q=${PAGINATION}&z=REPRODUCE&color=repo`,
    '/memories/map?project=sample&method=umap',
  ],
  audit: [
    ...['/audit', ...AUDIT_PAGES.map(({ path }) => path)].map(ofSample),
    '/audit/density-and-gain?show=measured&project=sample',
    '/audit/cold-start?show=replay&project=sample',
  ],
  run: ['/episodes/:run?project=sample', '/no-such-page'],
}
const pathsIn = (groups: Record<string, string[]>) =>
  new Set(Object.values(groups).flatMap((group) => group.map((address) => address.split('?')[0])))
/** Pages of the navigation that no group names look as their path alone makes them. */
const GROUPS = {
  ...STATES,
  others: [...ROOMS, ...MORE_PAGES]
    .map(({ path }) => path)
    .filter((path) => !pathsIn(STATES).has(path))
    .map(ofSample),
}

/** Pages that ask who decides while nobody has said. */
const ASKING_WHO = [
  '/memories/review/leak?project=sample-trouble',
  '/memories/review/near-duplicate?project=sample-trouble&view=clusters',
  '/memories/review/sample?project=sample-trouble',
]

async function signAs(page: Page, by: string): Promise<void> {
  await page.addInitScript((name) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', name)
  }, by)
}

async function open(page: Page, address: string): Promise<void> {
  const response = await page.goto(await withIds(address, page.request))
  expect(response?.status(), address).toBe(address === '/no-such-page' ? 404 : 200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (address.startsWith('/memories/map'))
    await expect(page.getByTestId('map').or(page.getByRole('button', { name: 'Compute it' }))).toBeVisible()
}

async function withIds(address: string, request: APIRequestContext): Promise<string> {
  const first = async (path: string) => (await (await request.get(path)).json()).rows[0].id as string
  if (address.includes(':entry'))
    return address.replace(':entry', await first('/api/v1/entries?project=sample&limit=1&category=EDIT'))
  if (address.includes(':run'))
    return address.replace(':run', await first('/api/v1/episodes?project=sample&limit=1'))
  return address
}

/** New pages whose links in lists are still 16 to 37 px high on a phone. */
const NOT_YET_FINGER_HIGH = ['/import?view=lessons']

for (const [group, addresses] of Object.entries(GROUPS))
  test(`${group}: accessible in every form, and high enough for a finger`, async ({ page }) => {
    test.setTimeout(300_000)
    await signAs(page, 'Mara')
    for (const address of addresses)
      await test.step(address, async () => {
        await open(page, address)
        await expectAccessibleInEveryForm(page, async ({ width, colorScheme }) => {
          const isChecked = !NOT_YET_FINGER_HIGH.some((path) => address.startsWith(path))
          if (isChecked && width === 390 && colorScheme === 'light')
            expect(await tooLow(page), address).toEqual([])
        })
      })
  })

test('accessible in every form while nobody has said who decides', async ({ page }) => {
  test.slow()
  for (const address of ASKING_WHO)
    await test.step(address, async () => {
      await open(page, address)
      await expectAccessibleInEveryForm(page)
    })
})

test('every page that the navigation reaches is among those looked at', async ({ page }) => {
  await page.goto('/')
  const links = await page
    .locator('nav a[href^="/"]')
    .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(links.length).toBeGreaterThanOrEqual(ROOMS.length)
  const looked = pathsIn(GROUPS)
  expect(links.filter((path) => !looked.has(path))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('what a chosen file brings is high enough for a finger', async ({ page }) => {
    await open(page, '/import')
    await settled(page)
    const run = { name: 'run.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
    await page.locator('input[type=file]').first().setInputFiles([run])
    await expect(page.getByRole('button', { name: /^Read 1 file/ })).toBeVisible()
    expect(await tooLow(page)).toEqual([])
  })

  test('what can be decided is whole', async ({ page }) => {
    for (const path of ['leak', 'near-duplicate', 'near-duplicate?view=clusters']) {
      await page.goto(`/memories/review/${path}${path.includes('?') ? '&' : '?'}project=sample-trouble`)
      const bar = page.getByRole('toolbar', { name: 'Decide' })
      await expect(bar).toBeVisible()
      const { height = 0 } = (await bar.boundingBox()) ?? {}
      expect(height, path).toBeGreaterThan(LEAST_PX)
      expect(height, path).toBeLessThan(4 * LEAST_PX)
      for (const button of await bar.getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})
