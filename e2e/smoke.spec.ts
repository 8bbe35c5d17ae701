import { readdirSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test('scripts and style elements run by a nonce that is new for every request', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/')).headers()['content-security-policy'] ?? ''),
  )
  expect(policies[0]).not.toBe(policies[1])
  for (const directive of ['script-src', 'style-src-elem']) {
    const sources = policies[0]?.split('; ').find((part) => part.startsWith(`${directive} `))
    expect(sources).toContain("'nonce-")
    expect(sources).not.toContain('unsafe')
  }
})

test('markup that came in with a text neither runs nor styles, and the refusal is noticed', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    const text = '<img src="data:," onerror="window.hasRun = true"><style>h1 { display: none }</style>'
    document.body.insertAdjacentHTML('beforeend', text)
  })
  await expect
    .poll(() => complaints.map((text) => text.split(' ')[1]).sort())
    .toEqual(['script-src-attr', 'style-src-elem'])
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  complaints.length = 0
})

test('what the head of a page names is there, and so is all that is public', async ({ page, request }) => {
  await page.goto('/')
  const named = await page
    .locator('head link[href], head meta[property="og:image"], head meta[name="twitter:image"]')
    .evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? one.getAttribute('content') ?? ''))
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  const icons = manifest.icons.map(({ src }: { src: string }) => src)
  const paths = new Set([...named, ...icons, ...readdirSync('public').map((name) => `/${name}`)])
  const kinds: Record<string, string> = {}
  for (const path of paths) {
    // A picture is named by its whole address; which one, the server cannot know.
    const { pathname, search } = new URL(path, page.url())
    const answer = await request.get(pathname + search)
    expect(answer.status(), path).toBe(200)
    kinds[pathname] = answer.headers()['content-type'] ?? ''
  }
  expect(kinds).toMatchObject({
    '/icon.svg': 'image/svg+xml',
    '/apple-icon.png': 'image/png',
    '/icon-192.png': 'image/png',
    '/social.png': 'image/png',
    '/manifest.webmanifest': 'application/manifest+json',
  })
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /')
})

test('an address without a project names the one that it shows, and keeps what else it says', async ({
  page,
}) => {
  await page.goto('/playground?text=Login+Timeout')
  await expect(page).toHaveURL(/[?&]project=[^&]+/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('text')).toBe('Login Timeout')
  await expect(page.locator('#main')).toContainText(searchParams.get('project') ?? '')
})
