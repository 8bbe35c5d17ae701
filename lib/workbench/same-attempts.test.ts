import { expect, it } from 'vitest'
import type { WorkbenchArm } from '../memory/studies/ladder/workbench-file.ts'
import { attempt } from './agent.ts'
import { armOf, memoryOf } from './arms.ts'
import { withStrayRejections } from './code/run-code.ts'
import { drawStore } from './designs/frozen.ts'
import { learnAll, readTestWorld } from './fixtures/read-test-world.ts'
import { createWorkbenchEmbedder } from './run-part.ts'
import { rememberAttempts } from './same-attempts.ts'
import { benchOf } from './world-benches.ts'

it('an attempt that is not made twice ends as one that is made each time, whatever it is told', async () => {
  await withStrayRejections(async () => {
    const world = readTestWorld('pairs', 24, 10)
    const embedder = createWorkbenchEmbedder()
    const episodes = await learnAll(world)
    const arms: WorkbenchArm[] = [
      'vanilla',
      'instance',
      'global',
      'raw',
      'subtask',
      'wrong-drawer',
      'subtask-uncharged',
    ]
    for (const task of world.heldOut) {
      const bench = benchOf(world, task)
      const remembered = rememberAttempts(bench)
      for (const seed of [1, 2, 3]) {
        const store = await drawStore(episodes, 30, seed, embedder)
        for (const arm of arms) {
          const memory = () => memoryOf(armOf(arm), store, { taskId: task.id, seed, misprediction: 0.3 })
          const { source, spent } = await attempt(bench, memory(), 40)
          expect([arm, await remembered(memory(), 40)]).toEqual([arm, { source, spent }])
        }
      }
    }
  })
})
