import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('a comparison is planned before its results, waits for them, and can be taken back until they come', async ({
  page,
}, { retry, repeatEachIndex }) => {
  const arm = `memory ${retry} ${repeatEachIndex}`
  await page.goto('/audit/results?project=sample')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Computing')
  await settled(page)
  const plans = page.getByRole('list').filter({ has: page.getByText(`${arm} against vanilla, model x`) })
  await expect(page.getByText('against vanilla, model x').filter({ hasText: arm })).toHaveCount(0)
  await page.locator('#main').getByText('Freeze a plan').click()
  await page.getByRole('textbox', { name: 'Arm as its runs name it' }).fill(arm)
  await page.getByRole('textbox', { name: /^Model/ }).fill('model x')
  await page.getByRole('textbox', { name: /^Instances/ }).fill('50')
  await page.getByRole('textbox', { name: /^Stop rule/ }).fill('after 50 instances')
  await page.getByRole('button', { name: 'Freeze' }).click()
  const own = plans.getByRole('listitem').filter({ hasText: arm })
  await expect(own).toContainText('Planned (frozen')
  await expect(own).toContainText(`0 of 1 runs of ${arm}`)
  await page.reload()
  await expect(own).toContainText('Share resolved over 50 instances, 1 run of each side, alpha 0.05.')
  await settled(page)
  await own.getByRole('button', { name: 'Take back' }).click()
  await expect(own).toHaveCount(0)
})
