import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unprotected } from './sandbox.ts'
import { faultsOfTask, judge, readTasks } from './tasks.ts'

const tasks = readTasks('prisma/sample/tasks/loupe-mini')
const UID = 61_900

/** As many at a time as there are cores. */
async function ofEach<T>(work: (task: (typeof tasks)[number]) => Promise<T[]>): Promise<T[]> {
  const waiting = [...tasks]
  const found: T[] = []
  const one = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) found.push(...(await work(task)))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return found
}

it('every repair task that ships fails before, is resolved by its fix and refuses each obvious wrong one', async () => {
  expect(tasks.length).toBeGreaterThanOrEqual(40)
  const faults = await ofEach(async (task) => {
    const wrongs = readdirSync(join(task.folder, 'wrong'))
    const own = await faultsOfTask(task, unprotected, UID)
    return [...own, ...(wrongs.length === 0 ? ['it has no wrong fix'] : [])].map(
      (said) => `${task.id}: ${said}`,
    )
  })
  expect(faults).toEqual([])
}, 300_000)

it('says of a wrong fix why it is refused, and of the work as it was that the fault is still there', async () => {
  const task = tasks.find(({ id }) => id === 'tillbook-struck-line')
  if (!task) throw new Error('no such task')
  expect(await judge(task, task.layers, unprotected, UID)).toEqual({
    isResolved: false,
    reason: 'refused: the reported fault is still there',
  })
  const wrong = await judge(task, [...task.layers, join(task.folder, 'wrong/obvious')], unprotected, UID)
  expect(wrong).toMatchObject({ isResolved: false, reason: expect.stringMatching(/^refused: the auditor/) })
})
