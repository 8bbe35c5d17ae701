import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('stored runs are replayed, scrubbed place by place, and restored from the address', async ({ page }) => {
  await page.goto('/audit/cold-start?show=replay&project=sample')
  await settled(page)
  await page.getByRole('checkbox', { name: 'instance, whole episodes by their task' }).uncheck()
  await page.getByRole('textbox', { name: /^Orders/ }).fill('0, 1')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(page).toHaveURL(/\/audit\/studies\/sy_/)
  await expect(page.getByText('2 of 2 orders')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    /^subtask finds \d+ of \d+ findable at .* entries/,
  )

  const stored = page.getByRole('region', { name: /^as stored, place/ })
  const other = page.getByRole('region', { name: /^order 1, place/ })
  await page.getByRole('slider', { name: 'Place in the stream' }).fill('40')
  await expect(stored).toHaveAccessibleName('as stored, place 41')
  // The same run, and so the same questions, where the other order met it.
  const run = (await stored.getByRole('link').first().textContent()) ?? ''
  await expect(other.getByRole('link', { name: run }).first()).toBeVisible()
  await expect(stored.getByText(/^pool \d+$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Later place' }).click()
  await expect(page).toHaveURL(/at=41/)
  await page.reload()
  await expect(stored).toHaveAccessibleName('as stored, place 42')

  // The page of the design shows the latest study, and keeps it in its list.
  await page.goto('/audit/cold-start?show=replay&project=sample')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^subtask finds /)
  await expect(page.getByRole('region', { name: 'Kept studies' }).getByRole('link').first()).toBeVisible()
})
