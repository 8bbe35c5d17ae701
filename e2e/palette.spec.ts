import { expectAccessibleInEveryForm } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('⌘K opens a page by a few letters, by keyboard alone, also from within a field', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.getByLabel('Entry').focus()
  await page.keyboard.press('ControlOrMeta+k')
  const input = page.getByRole('combobox', { name: /Page, entry/ })
  await expect(input).toBeFocused()
  await input.fill('stngs')
  const first = page.getByRole('dialog').getByRole('option').first()
  await expect(first).toHaveText(/Settings/)
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(input).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\?project=sample/)
})

test('the rail leads to the audit itself, above its rooms', async ({ page }) => {
  await page.goto('/?project=sample')
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page).toHaveURL(/\/audit\?project=sample/)
  await expect(rail.getByRole('link', { name: 'Audit', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('an entry is found by a word of its text, and the page keys are offered as actions', async ({
  page,
}) => {
  await page.goto('/activity?project=sample')
  await page.getByRole('button', { name: 'Jump' }).click()
  await expect(page.getByRole('option', { name: 'Next change' })).toBeVisible()
  await page.getByRole('combobox', { name: /Page, entry/ }).fill('cursor')
  const entries = page.getByRole('group', { name: 'Entries' }).getByRole('option')
  await expect(entries.last()).toContainText('All entries with “cursor”')
  await page.keyboard.press('ArrowUp') // from the first to the last
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/memories\?.*q=cursor/)
})

test('what was found for an earlier word never stands under the next one', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.getByRole('button', { name: 'Jump' }).click()
  const input = page.getByRole('combobox', { name: /Page, entry/ })
  const entries = page.getByRole('group', { name: 'Entries' }).getByRole('option')
  await input.fill('cursor')
  await expect(entries.last()).toContainText(/cursor”\s*\d/)
  // Held until the end: this is how it looks while the answer is on its way.
  await page.route(/api\/v1\/entries\?.*q=zzz/, () => {})
  await input.fill('zzz')
  await expect(entries).toHaveText(['All entries with “zzz”'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a verb leads to the page where it is done', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.getByRole('button', { name: 'Jump' }).click()
  await page.getByRole('combobox', { name: /Page, entry/ }).fill('retire')
  await page.getByRole('option', { name: /^Retire entries/ }).click()
  await expect(page).toHaveURL(/\/memories\?.*project=sample/)
})

test('an action of the palette is the one of the key, and Escape leaves everything as it was', async ({
  page,
}) => {
  await page.goto('/activity?project=sample')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: /Page, entry/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: /Page, entry/ })).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /Page, entry/ }).fill('check the chain')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The chain holds/)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys on this page' })).toContainText('Check the chain')
})

test('the open palette is accessible in every form', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /Page, entry/ }).fill('map')
  await expect(page.getByRole('option', { name: 'Map', exact: true })).toBeVisible()
  await expectAccessibleInEveryForm(page)
})
