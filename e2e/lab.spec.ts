import { expect, expectAccessible, THEMES, test } from './fixtures.ts'

const TEXT = 'construct test case for cursor-based pagination bug'
const ASKED = `/lab?project=sample&mode=subtask&category=REPRODUCE&text=${encodeURIComponent(TEXT)}`

test('an example is asked of four strategies, and instance memory is caught injecting other stages', async ({
  page,
}) => {
  await page.goto('/lab?project=sample')
  await page.getByRole('button', { name: /Cursor pagination/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/agree|split/)
  for (const name of ['subtask', 'global', 'instance', 'tfidf'])
    await expect(page.getByRole('list', { name: `Ranking by ${name}` }).getByRole('link')).toHaveCount(8)
  await expect(page.getByRole('region', { name: /instance$/ })).toContainText(
    /\d of 3 injected lessons (is|are) of another stage/,
  )
  await expect(page.getByRole('region', { name: /instance$/ })).toContainText('no scale')
  await expect(page.getByRole('region', { name: /subtask$/ })).not.toContainText('another stage')
})

test('the address restores strategies, category and text; a strategy taken twice changes places', async ({
  page,
}) => {
  await page.goto(`${ASKED}&strategies=raw,bm25`)
  await expect(page.getByRole('list', { name: 'Ranking by bm25' })).toBeVisible()
  await page.getByLabel('Strategy of column 1').selectOption('bm25')
  await expect(page).toHaveURL(/strategies=bm25,raw/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/category=EDIT/)
  await page.reload()
  await expect(page.getByLabel('Strategy of column 2')).toHaveValue('raw')
  await expect(page.getByRole('button', { name: /EDIT/, pressed: true }).first()).toBeVisible()
})

test('a row under the keyboard joins the same entry in the other columns', async ({ page }) => {
  await page.goto(`${ASKED}&strategies=subtask,raw`)
  await expect(page.getByRole('list', { name: 'Ranking by raw' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-joined]')).toHaveCount(2)
  await expect(page.locator('[data-joined]').first()).toContainText('1 in both')
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: /about to do/ })).toBeFocused()
})

test('a text without words is a named fault with a next step', async ({ page }) => {
  await page.goto(`/lab?project=sample&mode=subtask&category=EDIT&text=${encodeURIComponent('!!!')}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('no word to search by')
})

for (const colorScheme of THEMES) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the lab passes axe and obeys the CSP, empty and asked, wide and on a phone', async ({ page }) => {
      test.slow()
      for (const width of [1440, 390])
        for (const path of ['/lab?project=sample', ASKED, `${ASKED}&strategies=none,random,soft`]) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await expectAccessible(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
        }
    })
  })
}
