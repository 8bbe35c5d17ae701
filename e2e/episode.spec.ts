import { asMiniRun, denseRun } from '../lib/jobs/fixtures/dense-runs.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { ofThisTry } from './own-project.ts'

test('an episode is read step by step with n and p, and a link leads to a step', async ({ page }) => {
  await page.goto('/episodes?project=sample&q=ledgerly-2291')
  await page
    .getByRole('link', { name: /ledgerly__ledgerly-2291/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/esolved in 13 steps/)
  await expect(page.getByRole('article', { name: 'Step 1' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(page.getByRole('article', { name: 'Step 3' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('article', { name: 'Step 2' })).toBeVisible()
  await expect(page).toHaveURL(/step=2/)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Step 2' })).toContainText('Command')
  await expectAccessible(page)
})

test('every entry of an episode hangs under the block that made it and opens', async ({ page, request }) => {
  const { rows } = await (await request.get('/api/v1/episodes?project=sample&q=tidewater-118')).json()
  await page.goto(`/episodes/${rows[0].id}?project=sample`)
  const left = page.getByRole('region', { name: 'Lanes' }).getByRole('link')
  await expect(left).toHaveCount(rows[0].entryCount)
  await left.first().click()
  await expect(page).toHaveURL(/\/memories\/m_/)
})

test('an imported run is purged by its typed name: steps, entries and its place in the list are gone', async ({
  page,
  request,
  baseURL,
}) => {
  const project = ofThisTry('purge-run')
  const headers = { origin: baseURL ?? '', 'content-type': 'application/octet-stream' }
  for (const n of [1, 2]) {
    const sent = await request.post(`/api/v1/trajectories?project=${project}&file=run-${n}.json&wait=1`, {
      headers,
      // In words of its own: what runs of other specs say too would stay.
      data: Buffer.from(
        JSON.stringify(asMiniRun(denseRun(n, 2))).replaceAll(
          /(?<= )(?=lost|stored|snapshot)/g,
          `${project}-`,
        ),
      ),
    })
    expect(sent.status(), await sent.text()).toBe(200)
  }
  const runs = async () =>
    (await (await request.get(`/api/v1/episodes?project=${project}`)).json()).rows as {
      id: string
      instanceId: string
    }[]
  const [gone, kept] = await runs()
  await page.goto(`/episodes/${gone?.id}?project=${project}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Purge run' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  const purge = dialog.getByRole('button', { name: 'Purge', exact: true })
  const phrase = dialog.getByLabel(/^Type/)
  await dialog.getByLabel('Who purges').fill('Mara')
  await dialog.getByLabel('Reason').fill('a test of purging')
  await phrase.fill(`purge ${kept?.instanceId}`)
  await expect(purge).toBeDisabled()
  await phrase.fill(`purge ${gone?.instanceId}`)
  await purge.click()
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages.getByText(/^\d+\ssteps?, \d+\sentr.*in no file of the store/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page).toHaveURL(new RegExp(`/episodes\\?project=${project}`))
  expect((await runs()).map(({ id }) => id)).toEqual([kept?.id])
  expect((await request.get(`/api/v1/episodes/${gone?.id}`)).status()).toBe(404)
})
