import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInEveryForm, settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { bringEntries, bringRun, ofThisTry } from './own-project.ts'

type Row = { id: string; title: string; objective: string; lifecycle: string }

async function rowsOf(request: APIRequestContext, project: string, query = ''): Promise<Row[]> {
  const answer = await request.get(`/api/v1/entries?project=${project}&limit=500&${query}`)
  return (await answer.json()).rows
}

/** A project of the test's own: the sample's entries of one category, with `change` made to each line. */
async function bring(
  request: APIRequestContext,
  project: string,
  change?: Parameters<typeof bringEntries>[2]['change'],
): Promise<Row[]> {
  await bringEntries(request, project, {
    of: 'project=sample&category=EDIT&lifecycle=approved',
    ...(change ? { change } : {}),
  })
  return await rowsOf(request, project)
}

/** The visible message, not its twin for screen readers. */
const toast = (page: Page, text: RegExp) => page.getByRole('region', { name: /^Messages/ }).getByText(text)

/** Approved, by a person or by nobody yet. */
const IN_SERVICE = /approved|in service/
const state = (page: Page) => page.getByRole('region', { name: 'The entry' })

/** The frame's own number: whatever else changes meanwhile, it moves only when the frame is read again. */
const shownRevision = (page: Page) =>
  page.getByRole('complementary', { name: 'Loupe' }).getByText(/revision [\d,]+/)

async function openMore(page: Page, item: RegExp) {
  await page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', 'Mara')
  })
})

test('a merge is composed field by field, keeps both sources, and is taken back by key', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-merge')
  const [row] = await bring(request, project)
  const before = (await rowsOf(request, project)).length
  await page.goto(`/memories/${row?.id}?project=${project}`)
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('objective')).toHaveValue(row?.objective ?? '')
  await dialog
    .getByRole('button', { name: /^Take 2/ })
    .first()
    .click()
  await dialog.getByLabel('title').fill('One lesson, composed of two')
  await dialog.getByRole('button', { name: /^Merge 2 into one/ }).click()
  await expect(toast(page, /^2\sentries are one now/)).toBeVisible()
  await expect(state(page)).toContainText('One lesson, composed of two')
  await expect(state(page).getByText('merged', { exact: true })).toBeVisible()
  expect(await rowsOf(request, project)).toHaveLength(before - 1)
  await expect(page.getByRole('dialog')).toHaveCount(0) // no key fires behind a dialog
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(page, /^Undone: 2\sentries as before/)).toBeVisible()
  await expect(state(page)).toContainText(row?.title ?? '')
  expect(await rowsOf(request, project)).toHaveLength(before)
})

test('a split makes two of one, and is taken back by key after a reload', async ({ page, request }) => {
  const project = ofThisTry('verbs-split')
  const [row] = await bring(request, project)
  await page.goto(`/memories/${row?.id}?project=${project}`)
  await openMore(page, /^Split/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Split', exact: true })).toBeDisabled()
  const second = dialog.getByRole('group', { name: 'The second' })
  await second.getByLabel('title').fill('The other half')
  await second.getByLabel('category').selectOption('VERIFY')
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(toast(page, /^One entry became two/)).toBeVisible()
  await expect(state(page)).toContainText('retired')
  await expect(state(page).getByRole('link', { name: 'The other half' })).toBeVisible()
  expect((await rowsOf(request, project, 'category=VERIFY')).map(({ title }) => title)).toEqual([
    'The other half',
  ])
  await page.reload()
  await expect(state(page)).toContainText('retired')
  await settled(page)
  await expect(page.getByRole('dialog')).toHaveCount(0) // no key fires behind a dialog
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(page, /^Undone/)).toBeVisible()
  await expect(state(page)).toContainText(IN_SERVICE)
  expect(await rowsOf(request, project, 'category=VERIFY')).toEqual([])
})

test('pin, recategorise, retire and restore: each by key, each said, each in the history', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-state')
  const [row] = await bring(request, project)
  await page.goto(`/memories/${row?.id}?project=${project}`)
  await settled(page)
  await page.keyboard.press('p')
  await expect(toast(page, /^Pinned/)).toBeVisible()
  await expect(state(page)).toContainText('in service, unreviewed, pinned')
  await page.getByRole('button', { name: /^Unpin/ }).click()
  await expect(toast(page, /^Unpinned/)).toBeVisible()
  await expect(state(page)).not.toContainText('pinned')
  await page.keyboard.press('4')
  await expect(toast(page, /^Moved from EDIT to VERIFY/)).toBeVisible()
  await expect(state(page)).toContainText('VERIFY')
  await page.getByRole('button', { name: /^Retire/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Retire/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Say why')
  await dialog.getByRole('button', { name: 'too specific' }).click()
  await dialog.getByRole('button', { name: /^Retire/ }).click()
  await expect(state(page)).toContainText('“too specific”')
  await page.getByRole('button', { name: /^Restore/ }).click()
  await dialog.getByRole('button', { name: /^Restore/ }).click()
  await expect(state(page)).toContainText(IN_SERVICE)
  for (const verb of ['pin', 'unpin', 'recategorise', 'retire', 'restore'])
    await expect(page.getByText(new RegExp(`^${verb} by `)).first()).toBeVisible()

  // One key goes back change by change, also over a reload.
  const back = async (shown: string | RegExp) => {
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0) // no key fires behind a dialog
    await page.keyboard.press('ControlOrMeta+z')
    await expect(state(page)).toContainText(shown)
  }
  await back('“too specific”')
  await page.reload()
  await expect(state(page)).toContainText('“too specific”')
  await back(IN_SERVICE)
  await back('EDIT')
  await back('pinned')
})

test('a copy and a move go to another project, whose activity shows the move and takes it back', async ({
  page,
  request,
}) => {
  const [from, to] = [ofThisTry('verbs-from'), ofThisTry('verbs-to')]
  const [row] = await bring(request, from)
  await bring(request, to, (line, k) => (k === 0 ? line : null))
  const there = (await rowsOf(request, to)).length
  await page.goto(`/memories/${row?.id}?project=${from}`)
  const carry = async (item: RegExp, verb: string) => {
    await openMore(page, item)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To').selectOption({ label: to })
    await dialog.getByLabel('Reason').fill('it belongs there')
    await dialog.getByRole('button', { name: `${verb} 1` }).click()
  }
  await carry(/^Copy to/, 'Copy')
  await expect(toast(page, /^1 copied/)).toBeVisible()
  expect(await rowsOf(request, to)).toHaveLength(there + 1)
  await carry(/^Move to/, 'Move')
  await expect(toast(page, /^1 moved/)).toBeVisible()
  await expect(state(page)).toContainText(`moved to ${to} as`)
  expect(await rowsOf(request, to)).toHaveLength(there + 2)

  await page.goto(`/activity?project=${to}&verb=move`)
  await page.getByRole('button', { name: /^Undo\s*revision/ }).click()
  await expect(toast(page, /^Revision \d+ undone/)).toBeVisible()
  expect(await rowsOf(request, to)).toHaveLength(there + 1)
  await page.goto(`/memories/${row?.id}?project=${from}`)
  await expect(state(page)).toContainText(IN_SERVICE)
})

test('a purge wants a name, a reason and its words typed, and leaves none of the entry', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-purge')
  const [row] = await bring(request, project)
  const left = (await rowsOf(request, project)).length - 1
  await page.goto(`/memories/${row?.id}?project=${project}`)
  const before = await shownRevision(page).textContent()
  await openMore(page, /^Purge/)
  const dialog = page.getByRole('dialog')
  const purge = dialog.getByRole('button', { name: 'Purge', exact: true })
  const phrase = dialog.getByLabel(/^Type/)
  await phrase.fill('purge')
  await expect(purge).toBeDisabled()
  await phrase.fill('purge 1 entry')
  await expect(dialog.getByLabel('Who purges')).toHaveValue('Mara')
  await purge.click()
  await expect(dialog.getByText('Say why, in a word or two.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('a test of purging')
  await purge.click()
  await expect(toast(page, /^Purged/)).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/memories\?project=verbs-purge/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await rowsOf(request, project)).map(({ id }) => id)).not.toContain(row?.id)
  await expect(page.getByRole('link', { name: `Memories ${left}`, exact: true })).toBeVisible()
  await expect(shownRevision(page)).not.toHaveText(before ?? '')
  await page.goto(`/activity?project=${project}`)
  await expect(page.getByText(/but for what 1\spurge took out/)).toBeVisible()
  await expect(page.getByText('a test of purging', { exact: true })).toBeVisible()
})

test('the frame follows what was retired from the list', async ({ page, request }) => {
  const project = ofThisTry('verbs-frame')
  await bring(request, project)
  await page.goto(`/memories?project=${project}`)
  const before = await shownRevision(page).textContent()
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .click()
  await page.keyboard.press('#')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('a test of the frame')
  await dialog.getByRole('button', { name: /^Retire 1/ }).click()
  await expect(toast(page, /^1 retired/)).toBeVisible()
  await expect(shownRevision(page)).not.toHaveText(before ?? '')
})

test('notes stand beside an entry, and a label by a person beside that of the rules', async ({
  page,
  request,
}) => {
  const rows = await rowsOf(request, 'sample', 'category=ANALYZE')
  await page.goto(`/memories/${rows.at(-1)?.id}?project=sample`)
  const note = page.getByLabel('Note', { exact: true })
  await note.fill('Ask Ivo whether this holds for streams.')
  // Twice before the answer is there: one note.
  await page.evaluate(() => {
    const form = document.querySelector('textarea[aria-label=Note]')?.closest('form')
    form?.requestSubmit()
    form?.requestSubmit()
  })
  const kept = page.getByText('Ask Ivo whether this holds for streams.', { exact: true })
  await expect(note).toHaveValue('')
  await expect(kept).toHaveCount(1)
  await expect(page.getByText(/^Mara, \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Take away' }).click()
  await expect(kept).toHaveCount(0)
  await page.getByLabel('Label by a person').selectOption('OTHER')
  await expect(page.getByText('person, Mara')).toBeVisible()
})

test('two windows edit one entry: the second sees the conflict word by word, loses nothing, and chooses', async ({
  page,
  context,
  request,
}) => {
  const project = ofThisTry('verbs-two-windows')
  const [row] = await bring(request, project)
  const stored = async () => (await rowsOf(request, project)).find(({ id }) => id === row?.id)?.title
  const second = await context.newPage()
  for (const window of [page, second]) {
    await window.goto(`/memories/${row?.id}?project=${project}`)
    await settled(window)
    await window.getByRole('button', { name: /^Edit/ }).click()
  }
  await page.getByLabel('Title').fill('Said in the first window')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(state(page)).toContainText('Said in the first window')
  await second.getByLabel('Title').fill('Said in the second window')
  await second.keyboard.press('ControlOrMeta+Enter')
  const conflict = second.getByRole('main').getByRole('alert')
  await expect(conflict).toContainText('Changed by somebody else while you were writing. Your text is kept.')
  await expect(second.getByRole('main').locator('del').filter({ hasText: 'first' })).toBeVisible()
  await expect(second.getByRole('main').locator('ins').filter({ hasText: 'second' })).toBeVisible()
  await expect(second.getByLabel('Title')).toHaveValue('Said in the second window')
  await expectAccessible(second)
  expect(await stored()).toBe('Said in the first window')
  await second.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(state(second)).toContainText('Said in the second window')
  expect(await stored()).toBe('Said in the second window')
  // The first window's text is a version of its own and can be had back.
  await expect(second.getByText(/^edit by /)).toHaveCount(2)
})

test('a form that is sent twice at once stores one entry', async ({ page, request }) => {
  const project = ofThisTry('verbs-twice')
  const before = (await bring(request, project, (line, k) => (k < 3 ? line : null))).length
  await page.goto(`/memories?project=${project}`)
  await settled(page)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Category').selectOption('EDIT')
  await dialog.getByRole('textbox', { name: /^Objective/ }).fill('guard the empty page')
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('The empty page')
  await dialog.getByRole('textbox', { name: /^Do/ }).fill('Return early when there is no row.')
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('dialog[open] form')
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await expect(page).toHaveURL(/\/memories\/m_/)
  expect(await rowsOf(request, project)).toHaveLength(before + 1)
})

test('a run is rolled back from its page and from a filter that names it, and comes back by undo', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-run')
  for (const name of ['saltmarsh-48', 'saltmarsh-53'])
    await bringRun(request, project, `prisma/sample/episodes/saltmarsh__${name}.traj.json`)
  const { rows } = await (await request.get(`/api/v1/episodes?project=${project}&q=saltmarsh-53`)).json()
  const run = rows.at(-1)
  const left = async () => (await rowsOf(request, project, `filter=episode:${run.id}`)).length
  const count = await left()
  expect(count).toBeGreaterThan(0)
  const words = new RegExp(`^Retire ${count}\\s`)
  const dialog = page.getByRole('dialog')

  await page.goto(`/episodes/${run.id}?project=${project}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Roll back' }).click()
  await expect(dialog.getByRole('button', { name: words })).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'wrong' }).click()
  await dialog.getByRole('button', { name: words }).click()
  await expect(toast(page, /^Rolled back/)).toBeVisible()
  expect(await left()).toBe(0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(toast(page, /^Undone/)).toBeVisible()
  expect(await left()).toBe(count)

  await page.goto(`/memories?project=${project}&q=episode:${run.id}`)
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Roll back this source' }).click()
  await dialog.getByRole('button', { name: 'wrong' }).click()
  await dialog.getByRole('button', { name: words }).click()
  await expect(toast(page, /^Rolled back/)).toBeVisible()
  expect(await left()).toBe(0)
  await expect(page.getByRole('dialog')).toHaveCount(0) // no key fires behind a dialog
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(page, /^Undone/)).toBeVisible()
  expect(await left()).toBe(count)
})

test('those that wait are approved and rejected by keyboard, and a held one shows what it looks like', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-wait')
  // The first was retired; the second says nearly the same and arrived held; two more wait behind the gate.
  let first: Record<string, unknown> = {}
  await bring(request, project, (line, k) => {
    if (k === 0) first = line.entry
    if (k > 3) return null
    const waits = { lifecycle: 'candidate', reason: null }
    if (k === 0) return { ...line, entry: { ...line.entry, lifecycle: 'retired', reason: 'too vague' } }
    if (k > 1) return { ...line, entry: { ...line.entry, ...waits } }
    const held = { lifecycle: 'quarantined', reason: 'looks like one retired before: too vague' }
    const entry = { ...line.entry, category: first.category, description: first.description, ...held }
    return { ...line, entry }
  })
  // A dialog on its way in is paler than it will be.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/memories/review?project=${project}`)
  await page.getByRole('link', { name: 'Waiting for review' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/3\sentries to judge/)
  const list = page.getByRole('navigation', { name: 'Entries' })
  /** A key decides only once the decision before is stored and read again. */
  const ready = () => expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled()
  const shown = page.getByRole('region', { name: 'The entry' })
  await expect(list.getByRole('button')).toHaveCount(3)
  await expect(shown).toContainText('Held: looks like one retired before: too vague')
  await expect(shown.getByRole('heading', { name: 'Retired before' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  await expect(toast(page, /^3\sentries are yours/)).toBeVisible()
  await ready()

  await page.keyboard.press('x')
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await expect(reason).toHaveValue('too vague')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ready()
  await page.keyboard.press('j')
  await expect(list.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('a')
  await expect(toast(page, /^Approved/)).toBeVisible()
  await expect(list.getByRole('button')).toHaveCount(1)
  expect((await rowsOf(request, project, 'lifecycle=approved')).length).toBe(1)
  await ready()
  await page.keyboard.press('Backspace')
  await expect(list.getByRole('button')).toHaveCount(2)
  await ready()
  await page.keyboard.press('Backspace')
  await expect(list.getByRole('button')).toHaveCount(3)
})

test('where nothing waits nothing can be claimed, and nobody is asked who reviews', async ({
  page,
  request,
}) => {
  const project = ofThisTry('verbs-none-wait')
  await bring(request, project)
  await page.goto(`/memories/review/waiting?project=${project}`)
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  await expect(page.getByText('as Mara')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Someone else' }).click()
  await expect(page.getByText('as Mara')).toHaveCount(0)
  await expect(page.getByText('Who reviews?')).toHaveCount(0)
})

test('every dialog of the entry page is accessible in every form', async ({ page, request }) => {
  test.slow()
  const [row] = await rowsOf(request, 'sample', 'category=EDIT&q=cursor')
  await page.goto(`/memories/${row?.id}?project=sample`)
  await settled(page)
  const dialog = page.getByRole('dialog')
  // Open, the menu belongs to a landmark like the rest of the page.
  await page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: /^More/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessibleInEveryForm(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  const closed = async () => {
    await expectAccessibleInEveryForm(page, async () => {
      // What the dialog is for is in sight, however long it is.
      if ((await dialog.getByRole('button', { name: 'Cancel' }).count()) > 0)
        await expect(dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 })
    })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.keyboard.press('m')
  await expect(dialog.getByLabel('objective')).toBeVisible()
  await expect(dialog.getByText(/another entry|Unknown:/).first()).toBeVisible()
  await closed()
  await page.keyboard.press('#')
  await expect(dialog.getByText(/another entry|Unknown:/).first()).toBeVisible()
  await closed()
  for (const item of [/^Split/, /^Copy/, /^Move/, /^Purge/]) {
    await openMore(page, item)
    if (String(item) === '/^Move/')
      await expect(dialog.getByText(/another entry|Unknown:/).first()).toBeVisible()
    await closed()
  }
  await page.keyboard.press('e')
  await expect(page.getByLabel('Title')).toBeVisible()
  await closed()
})
