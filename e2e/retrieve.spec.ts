import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectAccessible, test } from './fixtures.ts'

const TEXT = 'construct test case for cursor-based pagination bug'

test('the cursor pagination chip finds the off-by-one lesson, and the page shows the score that a program gets', async ({
  page,
  request,
}) => {
  await page.goto('/playground?project=sample')
  await page.getByRole('button', { name: /Cursor pagination/ }).click()
  const best = page
    .getByRole('list', { name: 'Candidates, best first' })
    .locator('li')
    .filter({ hasText: /\d\.\d{6}/ })
    .first()
  await expect(best).toBeVisible()

  const token = readFileSync(join(process.env.LOUPE_DATA_DIR ?? '', 'token'), 'utf8').trim()
  const response = await request.post('/api/v1/retrieve', {
    headers: { authorization: `Bearer ${token}` },
    data: { project: 'sample', category: 'REPRODUCE', text: TEXT },
  })
  const answer = await response.json()
  expect(answer.hits[0].instanceId).toBe('ledgerly__ledgerly-2291')
  await expect(best).toContainText(answer.hits[0].score.toFixed(6))
  await expect(page.getByLabel('The message, exactly')).toHaveText(answer.injected)
})

test('a retrieval can be saved, and the overview lists it', async ({ page }) => {
  await page.goto(
    `/playground?project=sample&mode=subtask&category=REPRODUCE&text=${encodeURIComponent(TEXT)}`,
  )
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Saved as r_/)).toBeVisible()
  await page.goto('/?project=sample')
  await expect(page.getByRole('main')).toContainText(TEXT)
})

test('a pasted task becomes a plan of four intents, ANALYZE first, and the address restores it', async ({
  page,
}) => {
  await page.goto('/playground?project=sample')
  await page
    .getByRole('textbox', { name: /The task/ })
    .fill('Fix Login Timeout: people are thrown out after an hour')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Paste')
  await expect(page).toHaveURL(/text=/)
  const message = await page.getByLabel('The message, exactly').textContent()
  await page.reload()
  await expect(page.getByLabel('The message, exactly')).toHaveText(message ?? '')
  await expectAccessible(page)
})

test('the four walls are shown for the same text', async ({ page }) => {
  await page.goto(`/playground?project=sample&mode=subtask&text=${encodeURIComponent(TEXT)}`)
  const strip = page.getByRole('main').getByText('Had the category been')
  await expect(strip).toBeVisible()
  for (const key of ['1', '3', '4', '2']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/category=REPRODUCE/)
})
