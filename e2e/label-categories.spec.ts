import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('subtasks are labelled by keyboard, blind, and the last one is taken back', async ({ page }, {
  retry,
  repeatEachIndex,
}) => {
  await page.goto('/audit/misprediction?project=sample&labels=own')
  await settled(page)
  await page.getByRole('link', { name: 'Label stages' }).click()
  // A name of its own for each try: nobody else labels under it.
  await page
    .getByLabel('Who reviews?')
    .fill(`labeller ${retry} ${repeatEachIndex} ${test.info().workerIndex} ${Date.now()}`)
  await page.getByRole('button', { name: 'Begin' }).click()
  const main = page.getByRole('main')
  const card = page.getByRole('region', { name: 'Steps to label' })
  await expect(page.getByRole('button', { name: /^EDIT/ })).toBeEnabled()
  const seen: string[] = []
  for (const [i, key] of ['1', '3', '4', '5'].entries()) {
    await expect(main).toContainText(`${i} of `)
    seen.push((await card.textContent()) ?? '')
    await page.keyboard.press(key)
    await expect(card).not.toHaveText(seen[i] ?? '')
  }
  await expect(main).toContainText('4 decided')
  await page.keyboard.press('Backspace')
  await expect(main).toContainText('3 decided')
  await expect(card).toHaveText(seen[3] ?? '')
  await page.goto('/audit/misprediction?project=sample&labels=own')
  // What persons say is accuracy; what rules say of themselves is not.
  await expect(page.getByText('labelled by persons, blind').first()).toBeVisible()
})
