import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('subtasks are labelled by keyboard, blind, and the last one is taken back', async ({ page }, {
  retry,
  repeatEachIndex,
}) => {
  await page.goto('/audit/misprediction?project=sample&labels=own')
  await settled(page)
  const panel = page.locator('#label')
  // A name of its own for each try: nobody else labels under it.
  await panel
    .getByLabel('Who reviews?')
    .fill(`labeller ${retry} ${repeatEachIndex} ${test.info().workerIndex} ${Date.now()}`)
  await panel.getByRole('button', { name: 'Begin' }).click()
  const count = page.getByTestId('labelled-count')
  const card = panel.getByRole('article', { name: 'Steps to label' })
  await expect(count).toContainText('0 of 60')
  await expect(card).toBeVisible()
  const seen: string[] = []
  for (const [i, key] of ['1', '3', '4', '5'].entries()) {
    seen.push((await card.textContent()) ?? '')
    await page.keyboard.press(key)
    await expect(count).toContainText(`${i + 1} of 60`)
    await expect(card).not.toHaveText(seen[i] ?? '')
  }
  await page.keyboard.press('Backspace')
  await expect(count).toContainText('3 of 60')
  await expect(card).toContainText((seen[3] ?? '').split('\n')[0] ?? '')
  // What persons say is accuracy; what rules say of themselves is not.
  await expect(page.getByText('labelled by persons, blind').first()).toBeVisible()
})
