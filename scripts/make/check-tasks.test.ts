import { expect, test } from 'vitest'
import { faultsOfTasks, listTasks } from './check-tasks.ts'

test('every repair task fails before, is resolved by its fix and refuses each obvious wrong one', async () => {
  const ids = await listTasks()
  expect(ids.length).toBeGreaterThanOrEqual(40)
  expect(await faultsOfTasks(ids)).toEqual([])
})
