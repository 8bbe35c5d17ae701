import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

test('an experiment is ordered, outlives a kill, ends, and opens task by task', async ({ page }) => {
  test.setTimeout(120_000)
  await withOwnServer(async (server) => {
    await server.start()
    await page.goto(`${server.url}/workbench`)
    await expect(page.getByRole('group', { name: /share of tasks resolved/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'World' }).selectOption('pairs')
    await page.getByRole('textbox', { name: 'Draws' }).fill('12')
    await page.getByRole('textbox', { name: 'Tasks' }).fill('20')
    await page.getByRole('textbox', { name: 'Seed' }).fill('7')
    await page.getByRole('button', { name: 'Freeze the plan and start' }).click()
    await expect(page).toHaveURL(/\/workbench\/j_/)
    const address = page.url()
    await expect(page.getByText('20 tasks, 0 of 12 draws')).toHaveCount(0, { timeout: 60_000 })
    await server.stop('SIGKILL')
    await server.start()
    await page.goto(address)
    await expect(page.getByText('20 tasks, 12 of 12 draws')).toBeVisible({ timeout: 90_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^(Cannot tell|Here remembering (pays|costs)): with 250 lessons/,
    )
    await page.goto(`${server.url}/audit/experiments`)
    await expect(page.getByText('subtask, search-v1 · workbench pairs').first()).toBeVisible()
    await page.goto(address)
    await page
      .getByRole('button', { name: /draw 1: (not )?resolved/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/episodes\//, { timeout: 30_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
