import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// A reading is the reader's own: other specs on the same server change nothing of it.
test('extractors are read blind by keyboard, and who made what is said when everything is read', async ({
  page,
}, testInfo) => {
  const reader = `Reader ${testInfo.retry} ${testInfo.repeatEachIndex}`
  await page.addInitScript((name) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', name)
  }, reader)
  await page.goto('/estimate?project=sample')
  await page.getByRole('link', { name: 'Read extractors blind, side by side' }).click()
  await expect(page.getByText(`as ${reader}`)).toBeVisible()
  for (const maker of ['model-v1', 'rules-v2'])
    await expect(page.getByRole('checkbox', { name: new RegExp(`^${maker}`) })).toBeChecked()
  await page.getByLabel('Entries to read').fill('6')
  await page.getByRole('button', { name: 'Draw and read' }).click()

  const entry = page.getByRole('region', { name: 'Entry to read' })
  const stage = page.getByRole('complementary', { name: 'The stage of the run' })
  await expect(entry).toContainText('1 of 6')
  await expect(stage).toContainText('## The stage to read')
  await expect(page.getByRole('main')).not.toContainText(/model-v1|rules-v2/)
  await expectAccessible(page)
  await page.keyboard.press('g')
  await expect(entry).toContainText('2 of 6')
  await page.keyboard.press('Backspace')
  await expect(entry).toContainText('1 of 6')
  for (const [place, key] of ['g', 'm', 'x', 'g', 'u', 'x'].entries()) {
    await expect(entry).toContainText(`${place + 1} of 6`)
    await page.keyboard.press(key)
  }

  const shares = page.getByRole('region', { name: 'How each extractor was read' })
  await expect(shares.getByRole('row')).toHaveCount(3)
  for (const maker of ['model-v1', 'rules-v2'])
    await expect(shares.getByRole('row', { name: new RegExp(maker) })).toContainText(/95\s%\sCI/)
  await expect(page.getByRole('region', { name: 'Differences between extractors' })).toContainText(
    'rules-v2 − model-v1',
  )
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Keep|cannot be told|has less junk/)
  await page.reload()
  await expect(shares.getByRole('row')).toHaveCount(3)
})
