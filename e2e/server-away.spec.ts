import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

test('a page keeps what it showed while the server is away, holds a click back, and goes on once it is there again', async ({
  page,
}) => {
  test.slow()
  await withOwnServer(async (server) => {
    await server.start()
    await page.goto(`${server.url}/memories/review/leak?project=sample`)
    const items = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
    const away = page.getByRole('alert').filter({ hasText: 'Loupe does not answer.' })
    await expect(items.first()).toBeVisible()
    const shown = await items.count()

    await server.stop('SIGKILL')
    await expect(away).toBeVisible({ timeout: 20_000 })
    await expect(items).toHaveCount(shown)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Episodes' }).click()
    await away.getByRole('button', { name: 'Try again' }).click()
    await expect(away).toBeVisible()
    await expect(items).toHaveCount(shown)

    await server.start()
    await expect(page).toHaveURL(/\/episodes/, { timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('episodes')
    await expect(away).toBeHidden()
  }, 'sample')
})
