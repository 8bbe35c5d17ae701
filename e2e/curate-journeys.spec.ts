import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { bringEntries, ofThisTry } from './own-project.ts'

/** Of this try alone: what the one before decided is decided in its own. */
let project = ''

/** How many entries of a filter there are, as the API says. */
async function count(
  request: Parameters<Parameters<typeof test>[2]>[0]['request'],
  query: string,
): Promise<number> {
  const answer = await request.get(`/api/v1/entries?project=${project}&limit=1&${query}`)
  return (await answer.json()).matchCount
}

/** The last decision is stored and the list read again. */
const stored = (page: Page) => expect(page.getByRole('button', { name: /^No fault/ })).toBeEnabled()

test.describe('on one project, one after the other', () => {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ browser, request }) => {
    project = ofThisTry('trouble')
    await bringEntries(request, project, { of: 'project=sample-trouble&filter=-finding:secret' })
    const page = await browser.newPage()
    await page.goto(`/memories/review?project=${project}`)
    await page.getByRole('button', { name: /^Look/ }).click()
    await expect.poll(() => count(request, 'finding=leak')).toBeGreaterThan(0)
    await page.close()
  })
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', 'Mara')
    })
  })

  test('select all that match retires exactly the announced number, and undo brings exactly those back', async ({
    page,
    request,
  }) => {
    const before = await count(request, 'category=EDIT')
    const others = await count(request, 'category=VERIFY')
    expect(before).toBeGreaterThan(20)
    await page.goto(`/memories?project=${project}&category=EDIT`)
    await page.getByRole('checkbox', { name: /^Select all/ }).click()
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText(`${before} selected`)
    await page.keyboard.press('#')
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText(`${before} entries of ${before} would change`.replaceAll(' e', '\u00a0e')),
    ).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Some of them' }).getByRole('listitem')).toHaveCount(5)
    await dialog.getByLabel('Reason').fill('a test of selecting all')
    await dialog.getByRole('button', { name: `Retire ${before}` }).click()
    await expect(page.getByText(`${before} retired`, { exact: true })).toBeVisible()
    expect(await count(request, 'category=EDIT')).toBe(0)
    expect(await count(request, 'category=EDIT&lifecycle=retired')).toBe(before)
    expect(await count(request, 'category=VERIFY')).toBe(others)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText(/^Undone/)).toBeVisible()
    expect(await count(request, 'category=EDIT')).toBe(before)
  })

  test('a filter that cannot be read shows its character and leaves the rows alone', async ({ page }) => {
    await page.goto(`/memories?project=${project}`)
    const box = page.getByRole('combobox', { name: 'Search the text' })
    await box.fill('category:EDIT colour:red')
    await expect(page.getByRole('alert').filter({ hasText: 'Character 15' })).toBeVisible()
    await box.fill('category:EDI')
    await expect(page.getByRole('option', { name: /EDIT/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('category:EDIT')
    await expect(page).toHaveURL(/q=category:EDIT/)
  })

  test('merging a cluster leaves one, and it is approved', async ({ page, request }) => {
    const before = await count(request, '')
    await page.goto(`/memories/review/near-duplicate?project=${project}&view=clusters`)
    const cluster = page.getByRole('region', { name: 'The cluster' })
    await expect(cluster).toContainText('One of them stays.')
    const size = await cluster.getByRole('article').count()
    await page.keyboard.press('m')
    const merge = page.getByRole('dialog').getByRole('button', { name: `Merge ${size} into one` })
    await expect(merge).toBeFocused()
    await page.getByRole('dialog').getByLabel('title').fill('One title for all of them')
    await merge.click()
    await expect(page.getByText(/^\d+\sentries are one now/)).toBeVisible()
    await expect.poll(() => count(request, '')).toBe(before - size + 1)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => count(request, '')).toBe(before)
  })

  test('findings are judged by keyboard alone, and each decision is taken back', async ({
    page,
    request,
  }) => {
    const before = await count(request, '')
    await page.goto(`/memories/review/vague?project=${project}`)
    const list = page.getByRole('navigation', { name: 'Findings' })
    await expect(page.getByText('as Mara')).toBeVisible()
    const rows = await list.getByRole('button').count()
    await page.keyboard.press('j')
    await expect(list.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('x')
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list.getByRole('button')).toHaveCount(rows - 1)
    expect(await count(request, '')).toBe(before - 1)
    // A key that comes while the last decision is being stored does nothing.
    const isOpen = page.getByRole('dialog').getByLabel('Reason')
    await expect(async () => {
      await page.keyboard.press('d')
      await expect(isOpen).toBeFocused({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(list.getByRole('button')).toHaveCount(rows - 2)
    await stored(page)
    await page.keyboard.press('Backspace')
    await expect(list.getByRole('button')).toHaveCount(rows - 1)
    await stored(page)
    // Either key takes back the last decision, and neither takes back again what the other did.
    await page.keyboard.press('ControlOrMeta+z')
    await expect(list.getByRole('button')).toHaveCount(rows)
    expect(await count(request, '')).toBe(before)
    await stored(page)
    await page.keyboard.press('Backspace')
    await expect(page.getByText('Nothing to take back.').first()).toBeVisible()
  })

  test('a change is taken back by key while its dialog still stands', async ({ page, request }) => {
    const before = await count(request, '')
    await page.goto(`/memories/review/vague?project=${project}`)
    await expect(page.getByText('as Mara')).toBeVisible()
    await stored(page)
    // The change is kept at once; the page is read again slowly, and the dialog stands until then.
    let isFirst = true
    await page.route('**/memories/review/**', async (route) => {
      if (route.request().method() === 'POST' && !isFirst)
        await new Promise((later) => setTimeout(later, 2_000))
      isFirst = false
      await route.continue()
    })
    await page.keyboard.press('x')
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await expect(reason).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^1\sentry retired/).first()).toBeVisible()
    await expect(reason).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(/^Undone/).first()).toBeVisible()
    expect(await count(request, '')).toBe(before)
  })

  test('what was dismissed is found later with who, when and why, and reopened by key', async ({ page }) => {
    await page.goto(`/memories/review/leak?project=${project}`)
    await expect(page.getByText('as Mara')).toBeVisible()
    const left = page.getByText(/^\d+\sleft/)
    const open = Number.parseInt((await left.textContent()) ?? '', 10)
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByLabel('Reason').fill('an example, no leak')
    await page.keyboard.press('Enter')
    await expect(left).toHaveText(new RegExp(`^${open - 1}\\sleft, 1 decided`))

    // Another day.
    await page.goto(`/memories/review?project=${project}`)
    await page.getByRole('row', { name: /^Leak/ }).getByRole('link', { name: '1', exact: true }).click()
    await expect(page).toHaveURL(/view=dismissed/)
    const finding = page.getByRole('region', { name: 'The finding' })
    await expect(finding).toContainText(/Dismissed by Mara, .*UTC: “an example, no leak”\./)
    await expectAccessible(page)
    const dismissed = page.getByRole('navigation', { name: 'Dismissed' }).getByRole('button')
    await expect(dismissed).toHaveCount(1)
    await page.keyboard.press('r')
    await expect(page.getByText('Nothing is dismissed.')).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(finding).toContainText('“an example, no leak”')
    // A key that comes while the first reopening is still being read again does nothing.
    await expect(async () => {
      await page.keyboard.press('r')
      await expect(page.getByText('Nothing is dismissed.')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(left).toHaveText(new RegExp(`^${open}\\sleft`))
  })

  test('the slider reaches pairs below the findings by keyboard; they are dismissed for good, claimed and given back', async ({
    page,
  }) => {
    await page.goto(`/memories/review/near-duplicate?project=${project}`)
    const slider = page.getByRole('slider', { name: /^Cosine from/ })
    const left = page.getByText(/^\d+\sleft/)
    const shown = async () => Number(((await left.textContent()) ?? '').match(/^\d+/)?.[0])
    const findings = await shown()
    await expect(slider).toHaveValue('0.86')

    await slider.press('ArrowRight')
    await expect(page).toHaveURL(/min=0\.865/)
    await slider.press('Home')
    await expect(page).toHaveURL(/min=0\.6(&|$)/)
    await expect.poll(shown).toBeGreaterThan(findings)
    const pairs = await shown()
    await page.reload()
    await expect(slider).toHaveValue('0.6')
    expect(await shown()).toBe(pairs)
    await slider.press('End')
    await expect.poll(shown).toBeLessThan(findings)
    await slider.press('Home')
    await expect.poll(shown).toBe(pairs)

    const list = page.getByRole('navigation', { name: 'Findings' })
    const finding = page.getByRole('region', { name: 'The finding' })
    const dismissLast = async () => {
      await list.getByRole('button').last().click()
      await expect(finding).toContainText('below what counts as a near-duplicate')
      await stored(page)
      await page.keyboard.press('d')
      await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect.poll(shown).toBe(pairs - 1)
    }
    await dismissLast()
    await stored(page)
    await page.keyboard.press('Backspace')
    await expect.poll(shown).toBe(pairs)
    await dismissLast()
    await page.goto(`/memories/review?project=${project}`)
    const looked = page.getByText(/^Looked /)
    await expect(looked).toBeVisible()
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(page.getByText('Looking …')).toBeVisible()
    await expect(looked).toBeVisible()
    await page.goto(`/memories/review/near-duplicate?project=${project}&min=0.6`)
    expect(await shown()).toBe(pairs - 1)

    await page.getByRole('button', { name: /^Claim 20/ }).click()
    await expect(left).toContainText(`, ${Math.min(20, pairs - 1)} yours`)
    await list
      .getByRole('button')
      .nth(Math.min(20, pairs - 1) - 1)
      .click()
    await expect(finding).toContainText('below what counts as a near-duplicate')
    await expect(finding).toContainText('claimed by Mara')
    await page.getByRole('button', { name: 'Give back' }).click()
    await expect(left).not.toContainText('yours')
  })

  test('a sample judged by keyboard gives a share with its interval', async ({ page }) => {
    await page.goto(`/memories/review/sample?project=${project}`)
    await expect(page.getByText('as Mara')).toBeVisible()
    await page.getByLabel('Entries to draw').fill('5')
    await page.getByRole('button', { name: 'Draw a sample' }).click()
    const main = page.getByRole('main')
    const judge = async (from: number, keys: string[]) => {
      await expect(page.getByRole('button', { name: /^Junk/ })).toBeEnabled()
      for (const [n, key] of keys.entries()) {
        await expect(main).toContainText(`${from + n} of 5 judged`)
        await page.keyboard.press(key)
      }
    }
    await judge(0, ['x', 'y', 'y', 'u', 'x'])
    await expect(page.getByText('Every entry of this sample is judged.')).toBeVisible()
    await page.getByRole('button', { name: /^Take back/ }).click()
    await expect(main).toContainText('4 of 5 judged')
    await page.keyboard.press('Backspace')
    await judge(3, ['u', 'x'])
    await expect(page.getByText('Every entry of this sample is judged.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('About 50')
    await expect(page.getByText(/95\s%\sCI/)).toBeVisible()
  })
})
