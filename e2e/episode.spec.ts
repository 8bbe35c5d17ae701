import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('an episode is read step by step with n and p, and a link leads to a step', async ({ page }) => {
  await page.goto('/episodes?project=sample&q=ledgerly-2291')
  await page
    .getByRole('link', { name: /ledgerly__ledgerly-2291/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/esolved in 13 steps/)
  await expect(page.getByRole('article', { name: 'Step 1' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(page.getByRole('article', { name: 'Step 3' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('article', { name: 'Step 2' })).toBeVisible()
  await expect(page).toHaveURL(/step=2/)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Step 2' })).toContainText('Command')
  await expectAccessible(page)
})

test('every entry of an episode hangs under the block that made it and opens', async ({ page, request }) => {
  const { rows } = await (await request.get('/api/v1/episodes?project=sample&q=tidewater-118')).json()
  await page.goto(`/episodes/${rows[0].id}?project=sample`)
  const left = page.getByRole('region', { name: 'Lanes' }).getByRole('link')
  await expect(left).toHaveCount(rows[0].entryCount)
  await left.first().click()
  await expect(page).toHaveURL(/\/memories\/m_/)
})
