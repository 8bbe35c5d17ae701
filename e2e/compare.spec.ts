import { STRATEGIES } from '../lib/retrieval/strategies/all-strategies.ts'
import { expect, test } from './fixtures.ts'

const TEXT = 'construct test case for cursor-based pagination bug'
const ASKED = `/playground/compare?project=sample&mode=subtask&category=REPRODUCE&text=${encodeURIComponent(TEXT)}`

test('an example is asked of four strategies, and instance memory is caught injecting other stages', async ({
  page,
}) => {
  await page.goto('/playground/compare?project=sample')
  await page.getByRole('button', { name: /Cursor pagination/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    /inject (the same|one lesson|different)/,
  )
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
  await page.goto(`${ASKED}&columns=raw,bm25`)
  await expect(page.getByRole('list', { name: 'Ranking by bm25' })).toBeVisible()
  await page.getByLabel('Strategy of column 1').selectOption('bm25')
  await expect(page).toHaveURL(/columns=bm25,raw/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/category=EDIT/)
  await page.reload()
  await expect(page.getByLabel('Strategy of column 2')).toHaveValue('raw')
  await expect(page.getByRole('button', { name: /EDIT/, pressed: true }).first()).toBeVisible()
})

test('a row under the keyboard joins the same entry in the other columns', async ({ page }) => {
  await page.goto(`${ASKED}&columns=subtask,raw`)
  await expect(page.getByRole('list', { name: 'Ranking by raw' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-joined]')).toHaveCount(2)
  await expect(page.locator('[data-joined]').first()).toContainText('1 in both')
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: /about to do/ })).toBeFocused()
})

test('the address of each strategy over its own memory gives the same screen again', async ({ page }) => {
  test.slow()
  const strategies = STRATEGIES.filter(({ name }) => name !== 'none')
  for (let i = 0; i < strategies.length; i += 3) {
    const three = strategies.slice(i, i + 3)
    const columns = ['none', ...three.map(({ name }) => encodeURIComponent(`${name};position=8`))]
    await page.goto(`${ASKED}&repo=ledgerly/ledgerly&columns=${columns}`)
    const answers = three.flatMap(({ name: strategy, needs, injects }, at) => {
      const column = page.getByRole('region', { name: `Column ${at + 2}, ${strategy}` })
      const ranking = page.getByRole('list', { name: `Ranking by ${strategy}`, exact: true })
      // No model has read whole runs in this memory.
      if (injects === 'items') return []
      return { strategy, at, column, needs, answer: needs ? column.getByRole('alert') : ranking }
    })
    const before: string[] = []
    for (const { strategy, at, column, needs, answer } of answers) {
      await expect(page.getByLabel(`Strategy of column ${at + 2}`)).toHaveValue(strategy)
      await expect(answer, strategy).toBeVisible()
      await expect(column).toContainText('before episode 8')
      const text = String(await answer.textContent())
      expect(text).toMatch(
        needs
          ? /needs a language model, and none is set up|questions that a model has read|No model has chosen/
          : /\d\.\d{6}/,
      )
      before.push(text)
    }
    await page.reload()
    for (const [n, { strategy, answer }] of answers.entries())
      await expect.poll(async () => await answer.textContent().catch(() => ''), strategy).toBe(before[n])
  }
  const all = await page
    .getByLabel('Strategy of column 1')
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(all).toEqual(STRATEGIES.map(({ name }) => name))
})

test('a strategy that needs a model says so in its own column, and the others answer', async ({ page }) => {
  await page.goto(`${ASKED}&columns=subtask,constrained,instance`)
  const refused = page.getByRole('region', { name: 'Column 2, constrained' })
  await expect(refused.getByRole('alert')).toContainText('Choose another strategy')
  await expect(page.getByLabel('Strategy of column 3').locator('option[value=constrained]')).toBeDisabled()
  await expect(refused).toContainText('Our reading of SCG-MEM')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The two inject different lessons.')
  await expect(page.getByRole('list', { name: 'Ranking by instance' }).getByRole('link')).toHaveCount(8)
})

test('the items of one episode share a place, and a part in common is not called agreement', async ({
  page,
}) => {
  const text = 'The extra row becomes the cursor and a strict comparison skips it'
  const asked = `/playground/compare?project=sample&mode=subtask&category=ANALYZE&text=${encodeURIComponent(text)}`
  await page.goto(`${asked}&columns=subtask,instance`)
  const items = page.getByRole('list', { name: 'Ranking by instance' }).getByRole('link')
  for (const [i, place] of ['1a', '1b', '1c', '2a'].entries())
    await expect(items.nth(i)).toContainText(new RegExp(`^${place}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both inject one lesson in common.')
  await expect(page.getByRole('region', { name: 'Column 2, instance' })).toContainText(
    'shares 1 of its 3 lessons with subtask',
  )
})

test('one picture tells a room: what they say, where they part, and what comes along of another stage', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto(ASKED)
    await expect(page.getByRole('list', { name: 'Ranking by tfidf' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    for (const name of ['subtask', 'global', 'instance', 'tfidf']) {
      const column = page.getByRole('region', { name: new RegExp(`^Column \\d, ${name}$`) })
      await expect(column.getByText(/^\d\.\d{6}$/).first()).toBeInViewport({ ratio: 1 })
      await expect(column.getByText(/^(differs|shares|injects the same)/)).toBeInViewport({ ratio: 1 })
      if (name === 'instance' || name === 'tfidf')
        await expect(column.getByText(/of another stage/)).toBeInViewport({ ratio: 1 })
      await expect(column.locator('[data-compared]').first()).toBeInViewport({ ratio: 1 })
    }
    const picture = await page.screenshot()
    await test.info().attach(`compare, ${colorScheme}`, { body: picture, contentType: 'image/png' })
  }
})

test('a planned deletion takes the winner out of its column, and the address keeps it', async ({ page }) => {
  await page.goto(`${ASKED}&columns=subtask,raw`)
  const second = page.getByRole('region', { name: /^Column 2/ })
  await expect(page.getByRole('list', { name: 'Ranking by raw' })).toBeVisible()
  const winner = await page.locator('[data-compared]').first().getAttribute('data-compared')
  await page.getByLabel('Strategy of column 2').selectOption('global')
  await second.getByText(/^Memory:/).click()
  await page.getByLabel('Without, column 2').fill(String(winner))
  await second.getByRole('button', { name: 'Ask this memory' }).click()
  await expect(page).toHaveURL(/without/)
  await expect(second).toContainText('1 taken out')
  await expect(second.locator(`[data-compared="${winner}"]`)).toHaveCount(0)
  await page.reload()
  await expect(second).toContainText('1 taken out')
})

test('a column may be asked in another space of vectors: one that is not whole is not offered, and the address says so', async ({
  page,
}) => {
  await page.goto(`${ASKED}&columns=subtask,global%3Bembedder%3Dlocal-v2,raw%3Bembedder%3Dnowhere-v1`)
  await expect(page.getByRole('list', { name: 'Ranking by raw' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Not every entry has a vector of “nowhere-v1”')
  const second = page.getByRole('region', { name: /^Column 2/ })
  await expect(second.getByText(/^Memory: local-v2/)).toBeVisible()
  await second.getByText(/^Memory:/).click()
  const embedder = page.getByLabel('Embedder, column 2')
  await expect(embedder).toHaveValue('')
  await expect(embedder.getByRole('option', { name: /local-v1, vectors missing/ })).toBeDisabled()
  await expect(second.getByRole('link', { name: 'make the missing ones in Settings' })).toHaveAttribute(
    'href',
    /^\/settings/,
  )
  await page.reload()
  await expect(second.getByText(/^Memory: local-v2/)).toBeVisible()
})

test('what a wrong category costs stands under the columns, in the same strip as where one asks', async ({
  page,
}) => {
  await page.goto(`${ASKED}&columns=subtask,soft`)
  const turns = page.getByRole('region', { name: 'Had the category been' })
  await expect(turns.getByRole('listitem')).toHaveCount(4)
  await expect(turns).toContainText('relevance by the sample’s own labels')
  await expect(turns).toContainText(/soft (stays in|leaves the right category)/)
})

test('a text without words is a named fault with a next step', async ({ page }) => {
  await page.goto(
    `/playground/compare?project=sample&mode=subtask&category=EDIT&text=${encodeURIComponent('!!!')}`,
  )
  await expect(page.getByRole('main').getByRole('alert')).toContainText('no word to search by')
})

test('a model chooses among the first three at a press, and without one the question waits', async ({
  page,
}) => {
  // Words for which no choice is recorded.
  await page.goto(`${ASKED}+of+last+week&columns=subtask,subtask-chosen`)
  const column = page.getByRole('region', { name: 'Column 2, subtask-chosen' })
  await expect(column).toContainText('No model has chosen a lesson')
  await column.getByRole('button', { name: 'Have a model choose' }).click()
  await expect(column).toContainText('It waits for an answer by hand-over.')
})
