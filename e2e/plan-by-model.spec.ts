import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const PLAN = {
  plan: [
    { category: 'REPRODUCE', objective: 'Show that the last page is empty', keywords: ['pagination'] },
    { category: 'EDIT', objective: 'Count the incomplete page once', keywords: ['off-by-one'] },
    { category: 'REPRODUCE', objective: 'Show it for one row too', keywords: ['boundary'] },
  ],
}

test('without a model a question is handed over; the rules stand meanwhile, and its answer plans the task', async ({
  page,
  request,
}, { retry, repeatEachIndex, project }) => {
  // A text of its own a try: what a model read is kept for good.
  const text = `The last page is empty for try ${retry} ${repeatEachIndex} of ${project.name}`
  await page.goto(`/playground?project=sample&text=${encodeURIComponent(text)}`)
  const query = page.getByRole('region', { name: 'Query' })
  await expect(query).toContainText('four intents by rules-v1, ANALYZE first')
  await query.getByRole('button', { name: 'model', exact: true }).click()
  await expect(page).toHaveURL(/plan=model/)
  await expect(query).toContainText('No model is set up here')
  await query.getByRole('button', { name: 'Hand it over' }).click()
  await expect(query).toContainText('It waits for an answer by hand-over')
  await expect(query).toContainText('four intents by rules-v1')
  await expectAccessible(page)

  // Another agent, elsewhere.
  const token = readFileSync(join(process.env.LOUPE_DATA_DIR ?? '', 'token'), 'utf8').trim()
  const headers = { authorization: `Bearer ${token}` }
  const waiting = await (await request.get('/api/v1/model-requests?project=sample&limit=200')).json()
  const own = waiting.rows.find((one: { user: string }) => one.user.includes(text))
  const given = { answer: PLAN, model: 'a reader' }
  expect((await request.post(`/api/v1/model-requests/${own.hash}`, { headers, data: given })).status()).toBe(
    200,
  )

  await expect(query).toContainText('three intents by a reader, REPRODUCE first')
  await expect(query).toContainText('by hand-over, plan@1')
  await expect(page.getByRole('heading', { name: 'Stage 1' }).locator('..')).toContainText(
    'only REPRODUCE may answer',
  )
  await query.getByRole('button', { name: /Show it for one row too/ }).click()
  await expect(query.getByRole('textbox', { name: /Intent for REPRODUCE/ })).toHaveValue(
    /^Show it for one row too/,
  )
  await query.getByRole('button', { name: 'rules', exact: true }).click()
  await expect(query).toContainText('four intents by rules-v1, ANALYZE first')
  await page.reload()
  await expect(query).toContainText('four intents by rules-v1, ANALYZE first')
})
