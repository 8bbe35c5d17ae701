import { expectAccessibleInEveryForm } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { bringEntries, ofThisTry } from './own-project.ts'

const SOME = { of: 'project=sample&category=VERIFY' }

test('a change is found by keyboard, opened before against after, and undone as a new change', async ({
  page,
  request,
}) => {
  const project = ofThisTry('act-undo')
  await bringEntries(request, project, SOME)
  const { rows } = await (await request.get(`/api/v1/entries?project=${project}&limit=1`)).json()
  await page.goto(`/memories/${rows[0].id}?project=${project}`)
  await page.keyboard.press('e')
  await page.getByLabel('Title').fill('A title that nobody asked for')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('A title that nobody asked for').first()).toBeVisible()

  await page.goto(`/activity?project=${project}&verb=edit`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1 of 2.changes match/)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const changes = page.getByRole('list', { name: /Changes of revision/ })
  await expect(changes.locator('ins').filter({ hasText: 'nobody' })).toBeVisible()
  await expect(page).toHaveURL(/open=\d+/)
  await page.keyboard.press('u')
  await expect(page.getByText(/^Revision \d+ undone: 1.entry as before/)).toBeVisible()
  await expect(page.getByRole('button', { name: /undone by r\d+/ })).toBeVisible()
  await page.goto(`/activity?project=${project}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/3.changes/)
})

test('an undo that something later stands in the way of names it, and changes nothing', async ({
  page,
  request,
}) => {
  const project = ofThisTry('act-conflict')
  await bringEntries(request, project, SOME)
  const { rows } = await (await request.get(`/api/v1/entries?project=${project}&limit=1`)).json()
  await page.goto(`/memories/${rows[0].id}?project=${project}`)
  await page.keyboard.press('#')
  await page.getByLabel('Reason').fill('to stand in the way')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('retired').first()).toBeVisible()

  await page.goto(`/activity?project=${project}&verb=import-entries`)
  await page.getByRole('button', { name: /^Undo\s*revision/ }).click()
  const asked = page.getByRole('dialog', { name: 'Undo a whole import?' })
  await expect(asked).toContainText('Undo retires all of them')
  await asked.getByRole('button', { name: /^Retire \d+\sentr/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'was changed again at revision' })).toContainText(
    'Nothing was changed',
  )
  const { matchCount } = await (await request.get(`/api/v1/activity?project=${project}`)).json()
  expect(matchCount).toBe(2)
})

test('a whole import is undone by ⌘Z and by its message only after it was asked for', async ({
  page,
  request,
}) => {
  const project = ofThisTry('act-asks')
  await bringEntries(request, project, SOME)
  const log = `/api/v1/activity?project=${project}&verb=import-entries`
  const [{ revision }] = (await (await request.get(log)).json()).rows
  // No row stands here, so that the one way back is the message.
  await page.goto(`/activity?project=${project}&verb=edit`)
  await page.evaluate((it) => sessionStorage.setItem('loupe.last-changes', String(it)), revision)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const asked = page.getByRole('dialog', { name: 'Undo a whole import?' })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(asked.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was undone.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await asked.getByRole('button', { name: /^Retire \d+\sentr/ }).click()
  await expect(page.getByText(/^Undone: \d+\sentr\w+ as before/)).toBeVisible()
  // The undo is a change of the whole memory too.
  await page.goto(`/activity?project=${project}&verb=undo`)
  await page.getByRole('button', { name: /^Undo\s*revision/ }).click()
  const again = page.getByRole('dialog', { name: 'Bring a whole import back?' })
  await expect(again.getByRole('button', { name: 'Leave them retired' })).toBeFocused()
  await again.getByRole('button', { name: /^Bring \d+\sentr\w+ back$/ }).click()
  await expect(page.getByText(/^Revision [\d,]+ undone/)).toBeVisible()
})

test('⌘Z after a reload says why it does nothing', async ({ page }) => {
  await page.goto('/activity')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText(/^Nothing to undo: /)).toBeVisible()
})

test('the chain is checked, and the log leaves as a file with its seals', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.getByRole('button', { name: /Check the chain/ }).click()
  await expect(page.getByText(/The chain holds: \d+.sealed revisions, \d+ to \d+/)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /with its seals/ }).click()
  const lines = (await (await (await saved).createReadStream()).toArray()).join('').trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toHaveProperty('hash')
})

test('a filter that nothing matches says so and can be cleared', async ({ page }) => {
  await page.goto('/activity?project=sample&by=nobody-at-all')
  await expect(page.getByText(/0 of \d+.changes match/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).last().click()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await expect(page).not.toHaveURL(/by=/)
})

test('memory from another Loupe is looked through, brought in as announced, and taken back', async ({
  page,
  request,
}) => {
  const project = ofThisTry('act-target')
  const file = await bringEntries(request, ofThisTry('act-source'), SOME)
  const count = JSON.parse(file.split('\n')[0] ?? '').count
  await page.goto('/import?from=notes')
  await page.getByRole('combobox', { name: /^Project/ }).fill(project)
  await page.getByLabel('Choose a memory').setInputFiles({
    name: 'entries.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(file),
  })
  await expect(page.getByRole('row', { name: new RegExp(`^new ${count} `) })).toBeVisible()
  await expect(page.getByText('Nothing was stored yet')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`Bring in ${count}`) }).click()
  await expect(page.getByText(/^Done: /)).toContainText(`${count}`)
  const before = await (await request.get(`/api/v1/entries?project=${project}`)).json()
  expect(before.matchCount).toBe(count)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page
    .getByRole('dialog', { name: 'Undo a whole import?' })
    .getByRole('button', { name: /^Retire \d+\sentr/ })
    .click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  const after = await (await request.get(`/api/v1/entries?project=${project}`)).json()
  expect(after.matchCount).toBe(0)
})

test('an opened change is accessible in every form', async ({ page }) => {
  await page.goto('/activity?project=sample')
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { expanded: false }).first().click()
  await expect(page.getByRole('list', { name: /Changes of revision/ })).toBeVisible()
  await expectAccessibleInEveryForm(page)
})

test('a file that would hold secrets is saved only when it is asked for again', async ({ page }) => {
  await page.goto('/memories?project=sample-trouble')
  let saved = 0
  page.on('download', () => {
    saved += 1
  })
  const asked = page.getByRole('dialog', { name: 'This file would hold secrets' })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(asked).toContainText(/\d+ × what looks like a secret/)
  await asked.getByRole('button', { name: 'Save nothing' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /Page, entry/ }).fill('export the memory')
  await page.keyboard.press('Enter')
  await expect(asked).toBeVisible()
  expect(saved).toBe(0)
  const download = page.waitForEvent('download')
  await asked.getByRole('button', { name: 'Save it as it is' }).click()
  expect((await download).suggestedFilename()).toBe('entries.jsonl')
})
