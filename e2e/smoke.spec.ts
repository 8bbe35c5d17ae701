import { expect, expectAccessible, THEMES, test } from './fixtures.ts'

for (const theme of THEMES) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme })

    test('every page that the navigation reaches opens, passes axe and obeys its CSP', async ({ page }) => {
      test.slow()
      await page.goto('/')
      const links = await page
        .locator('nav a[href^="/"]')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
      for (const path of new Set(['/', ...links.filter((link) => link !== null)])) {
        await test.step(path, async () => {
          const response = await page.goto(path)
          expect(response?.status(), path).toBe(200)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectAccessible(page)
        })
      }
    })

    test('a page that does not exist says so, passes axe and obeys its CSP', async ({ page }) => {
      const response = await page.goto('/no-such-page')
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

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
