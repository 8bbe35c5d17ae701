import { expect, it } from 'vitest'
import type { WorkbenchArm } from '../../memory/studies/ladder/workbench-file.ts'
import type { Attempt } from '../agent.ts'
import { withStrayRejections } from '../code/run-code.ts'
import { readTestWorld } from '../fixtures/read-test-world.ts'
import { createLessonStore, type LessonStore } from '../lesson-store.ts'
import type { LearnedEpisode } from '../lessons.ts'
import { createWorkbenchEmbedder } from '../run-part.ts'
import { benchOf } from '../world-benches.ts'
import { runStream, streamOrder } from './stream.ts'

const world = readTestWorld('pairs', 0, 8)
const benches = world.heldOut.map((task) => benchOf(world, task))
const embedder = createWorkbenchEmbedder()

/** A stream with what came into its store and how each attempt went. */
async function streamed(arm: WorkbenchArm, draw = 0) {
  const store = await createLessonStore([], [], embedder)
  const added: LearnedEpisode[] = []
  const add: LessonStore['add'] = async (episode) => {
    added.push(episode)
    await store.add(episode)
  }
  const attempts = new Map<string, Attempt>()
  const outcomes = await withStrayRejections(
    async () =>
      await runStream({
        arm,
        draw,
        seed: 3,
        budget: 60,
        benches,
        embedder,
        store: { ...store, add },
        attempted: ({ taskId }, attempt) => attempts.set(taskId, attempt),
      }),
  )
  return { outcomes, added, attempts }
}

it('every arm meets the same tasks in the same order; another shuffle is another order of the same tasks', async () => {
  const orders = []
  for (const arm of ['vanilla', 'instance', 'subtask-uncharged'] as const)
    orders.push((await streamed(arm)).outcomes.map(({ task }) => task))
  expect(orders).toEqual([streamOrder(8, 0, 3), streamOrder(8, 0, 3), streamOrder(8, 0, 3)])
  expect(streamOrder(8, 1, 3)).not.toEqual(streamOrder(8, 0, 3))
  expect(streamOrder(8, 0, 4)).not.toEqual(streamOrder(8, 0, 3))
  expect(streamOrder(8, 1, 3).toSorted((a, b) => a - b)).toEqual([...Array(8).keys()])
})

it('what a round taught joins the store once: rounds of one attempt in turn, no lesson twice, in stream order', async () => {
  const { added, outcomes } = await streamed('subtask')
  const ids = added.flatMap(({ lessons }) => lessons.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  // More rounds than attempts: some attempt has learned from its own first round.
  expect(added.length).toBeGreaterThan(new Set(added.map(({ episodeId }) => episodeId)).size)
  for (const { position, instanceId } of added)
    expect(instanceId).toBe(benches[outcomes[position]?.task ?? -1]?.taskId)
})

it('vanilla learns nothing, and its attempts are those of any other shuffle', async () => {
  const [first, second] = [await streamed('vanilla'), await streamed('vanilla', 1)]
  expect(first.added).toEqual([])
  for (const [taskId, { source, spent }] of first.attempts)
    expect(second.attempts.get(taskId)).toMatchObject({ source, spent })
})

it('who pays asks and writes for a step each, who is uncharged for none; nobody is told to write that has no memory', async () => {
  const counts = async (arm: WorkbenchArm) => {
    const { attempts } = await streamed(arm)
    const steps = [...attempts.values()].flatMap((attempt) => attempt.steps)
    const of = (verb: string) => steps.filter(({ command }) => command.startsWith(`${verb} `)).length
    const spent = [...attempts.values()].reduce((sum, attempt) => sum + attempt.spent, 0)
    return { recalls: of('recall'), reserves: of('reserve'), free: steps.length - spent }
  }
  const paid = await counts('subtask')
  expect(paid.recalls).toBeGreaterThan(8)
  // The last question of an attempt may have left no step to write.
  expect(paid.recalls - paid.reserves).toBeLessThan(8)
  expect(paid.free).toBe(0)
  const free = await counts('subtask-uncharged')
  expect(free).toEqual({ recalls: free.recalls, reserves: free.recalls, free: 2 * free.recalls })
  expect(await counts('vanilla')).toEqual({ recalls: 0, reserves: 0, free: 0 })
})
