import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  unpackOutcomes,
  type WorkbenchRun,
  workbenchRunSchema,
} from '../memory/studies/ladder/workbench-file.ts'
import { withStrayRejections } from './code/run-code.ts'
import { openAttempt } from './open-attempt.ts'
import { makePlan } from './plan.ts'
import { createWorkbenchEmbedder } from './run-part.ts'
import { readWorld } from './worlds/read-worlds.ts'

const rootPath = process.cwd()
const embedder = createWorkbenchEmbedder()
const shipped = (design: string): WorkbenchRun =>
  workbenchRunSchema.parse(JSON.parse(readFileSync(`prisma/workbench/${design}.json`, 'utf8')))
const commandsOf = (text: string): string[] =>
  JSON.parse(text).messages.flatMap(({ role, content }: { role: string; content: string }) =>
    role === 'assistant' ? [/```bash\n([\s\S]*)\n```/.exec(content)?.[1] ?? ''] : [],
  )

it('an attempt of the shipped ladder that is opened ends as the curve says, and names where its lessons are from', async () => {
  const run = shipped('ladder')
  const world = readWorld(run.plan.world, rootPath)
  const rows = unpackOutcomes(run)
  const ladder = rows.filter(({ arm, size }) => arm === 'subtask' && size === 50)
  const first = new Map(ladder.flatMap((row) => (row.draw === 0 ? [[row.taskId, row.steps]] : [])))
  const places = [
    rows.find(({ arm, resolved }) => arm === 'vanilla' && resolved),
    // With the store of another draw it went otherwise: that store has to be drawn once more as it was.
    ladder.find(({ draw, resolved, taskId, steps }) => draw > 0 && resolved && steps !== first.get(taskId)),
  ]
  const trained = new Set(world.training.map(({ id }) => id))
  await withStrayRejections(async () => {
    for (const place of places) {
      if (!place) throw new Error('nothing of the kind is shipped')
      const opened = await openAttempt(world, run.plan, place, embedder)
      expect([opened.instanceId, opened.resolved, commandsOf(opened.text).length]).toEqual([
        place.taskId,
        place.resolved,
        place.steps,
      ])
      const told = commandsOf(opened.text).filter((command) => command.startsWith('recall ')).length
      expect([told > 0, opened.sources.length > 0]).toEqual(
        place.arm === 'vanilla' ? [false, false] : [true, told > 0],
      )
      // What an attempt was told comes from training tasks, never from the one at hand or another that is tested.
      expect(opened.sources.filter(({ instanceId }) => !trained.has(instanceId))).toEqual([])
    }
  })
})

it('refuses a task that the run does not have, with the task', async () => {
  const plan = makePlan(readWorld('recurring', rootPath), 'local-v1', {
    design: 'ladder',
    seed: 1,
    arms: null,
    sizes: [0],
    budget: null,
    draws: 1,
    tasks: 2,
  })
  const world = readWorld('recurring', rootPath)
  const place = { arm: 'vanilla' as const, size: 0, budget: 40, misprediction: 0, draw: 0 }
  for (const taskId of [world.training[0]?.id ?? '', world.heldOut[2]?.id ?? '', 'x'.repeat(200)])
    await expect(openAttempt(world, plan, { ...place, taskId }, embedder)).rejects.toMatchObject({
      code: 'no-such-task',
      status: 404,
      message: `The run has no task "${taskId.slice(0, 80)}".`,
    })
})
