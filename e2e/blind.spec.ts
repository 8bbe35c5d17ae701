import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { ofThisTry } from './own-project.ts'

const RUNS = join('prisma', 'sample', 'episodes')

/** Runs of the sample in a project of their own, with the lessons that the recording holds. */
async function bringRuns(request: APIRequestContext, project: string, origin: string): Promise<void> {
  for (const file of readdirSync(RUNS).slice(0, 5)) {
    const data = readFileSync(join(RUNS, file))
    const headers = { origin, 'content-type': 'application/octet-stream' }
    const answer = await request.post(`/api/v1/trajectories?project=${project}&file=${file}&wait=1`, {
      data,
      headers,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const ordered = await request.post('/api/v1/distil', {
    headers: { origin },
    data: { project, with: 'recorded' },
  })
  expect(ordered.ok(), await ordered.text()).toBe(true)
  await expect
    .poll(async () => (await (await request.get(`/api/v1/distil?project=${project}`)).json()).job.state)
    .toBe('done')
}

test('lessons are read blind by keyboard, and who made what is said when everything is read', async ({
  page,
  request,
  baseURL,
}) => {
  const project = ofThisTry('blind')
  await bringRuns(request, project, baseURL ?? '')
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('loupe.reviewer', 'Mara')
  })
  await page.goto(`/memories/review?project=${project}`)
  await page.getByRole('link', { name: 'Blind reading' }).click()
  await expect(page.getByText('as Mara')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^model-v3/ })).toBeChecked()
  await page.getByLabel('Lessons to read').fill('6')
  await page.getByRole('button', { name: 'Draw and read' }).click()

  const main = page.getByRole('main')
  const stage = page.getByRole('region', { name: 'The stage of the run' })
  await expect(main).toContainText('0 of 6 judged')
  await expect(stage).toContainText(/--- stage \d+: /)
  await expect(main).not.toContainText('model-v3')
  await expectAccessible(page)
  await page.keyboard.press('g')
  await expect(main).toContainText('1 of 6 judged')
  await page.keyboard.press('Backspace')
  for (const [place, key] of ['g', 'm', 'x', 'g', 'u', 'x'].entries()) {
    await expect(main).toContainText(`${place} of 6 judged`)
    await expect(page.getByRole('button', { name: /^Good/ })).toBeEnabled()
    await page.keyboard.press(key)
  }

  const shares = page.getByRole('region', { name: 'How each extractor was read' })
  await expect(shares.getByRole('row')).toHaveCount(2)
  await expect(shares.getByRole('row', { name: /model-v3/ })).toContainText(/95\s%\sCI/)
  await page.reload()
  await expect(shares.getByRole('row')).toHaveCount(2)
})
