import { expect, test } from './fixtures.ts'
import { bringEntries, bringRun, ofThisTry } from './own-project.ts'

test('an entry shows raw against abstracted, is edited, and the edit is undone', async ({
  page,
  request,
}) => {
  const project = ofThisTry('entry-edit')
  await bringRun(request, project, 'prisma/sample/episodes/claxon__claxon-84.traj.json')
  const { rows } = await (await request.get(`/api/v1/entries?project=${project}&category=EDIT`)).json()
  await page.goto(`/memories/${rows[0].id}?project=${project}`)
  const panes = page.getByRole('region', { name: 'Raw against abstracted' })
  await expect(panes).toContainText('What happened')
  await expect(panes).toContainText('What was kept')
  await expect(panes.getByRole('link', { name: /step \d+/ }).first()).toBeVisible()

  const entry = page.getByRole('region', { name: 'The entry' })
  const undone = page.getByText(/undo of edit, revision \d+/)
  const words = 'Give the right-hand type its reflected operator'
  await page.keyboard.press('e')
  const title = page.getByLabel('Title')
  const before = await title.inputValue()
  await title.fill(words)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(entry).toContainText(words)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(entry).toContainText(before)
  await expect(undone).toHaveCount(1) // history only grows
})

test('a retired entry is not retrieved any more, and restoring brings it back', async ({ page, request }) => {
  // Of its own: other specs count what the sample holds.
  const project = ofThisTry('entry-retire')
  await bringEntries(request, project, { of: 'project=sample&category=VERIFY' })
  const { rows } = await (await request.get(`/api/v1/entries?project=${project}&limit=1`)).json()
  await page.goto(`/memories/${rows[0].id}?project=${project}`)
  await page.keyboard.press('#')
  await page.getByLabel('Reason').fill('a test of retiring')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('retired').first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/^(approved|in service, unreviewed)$/)
      .first(),
  ).toBeVisible()
})
