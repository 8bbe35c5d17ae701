import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import { withStrayRejections } from '../code/run-code.ts'
import { learnAll, readTestWorld } from '../fixtures/read-test-world.ts'
import { createWorkbenchEmbedder } from '../run-part.ts'
import { rememberAttempts } from '../same-attempts.ts'
import { benchOf } from '../world-benches.ts'
import { drawStore, runFrozen } from './frozen.ts'
import type { Point } from './points.ts'

const world = readTestWorld('recurring', 24, 5)
const episodes = await learnAll(world)
const embedder = createWorkbenchEmbedder()
// A bench remembers runs of tests, which never change; attempts are remembered by each draw anew.
const benches = world.heldOut.map((task) => benchOf(world, task))
const point = (arm: Point['arm'], more: Partial<Point> = {}): Point => ({
  arm,
  size: 20,
  budget: 40,
  misprediction: 0,
  ...more,
})

/** One draw with tasks that nobody has attempted before. */
async function drawn(points: readonly Point[], draw = 0, seed = 1) {
  const tasks = benches.map((bench) => ({ bench, mechanisms: [], attempt: rememberAttempts(bench) }))
  return await withStrayRejections(
    async () => await runFrozen({ points, draw, seed, byStage: false, episodes, tasks, embedder }),
  )
}

const POINTS = [
  point('vanilla', { size: 0 }),
  point('subtask', { size: 5 }),
  point('subtask'),
  point('global'),
  point('raw'),
  point('random'),
]

it('a point comes to the same alone, beside others and in any order: nothing is carried over from one to the next', async () => {
  const together = await drawn(POINTS)
  const backwards = await drawn([...POINTS].reverse())
  expect(backwards.reverse()).toEqual(together)
  for (const [at, one] of POINTS.entries()) expect(await drawn([one])).toEqual([together[at]])
})

it('a task comes to the same whatever tasks are beside it', async () => {
  const together = await drawn([point('subtask')])
  const alone = []
  for (const bench of benches) {
    const tasks = [{ bench, mechanisms: [], attempt: rememberAttempts(bench) }]
    alone.push(
      ...(await withStrayRejections(
        async () =>
          await runFrozen({
            points: [point('subtask')],
            draw: 0,
            seed: 1,
            byStage: false,
            episodes,
            tasks,
            embedder,
          }),
      )),
    )
  }
  expect(together[0]?.resolved).toEqual([alone.map(({ resolved }) => resolved[0]).join('')])
  expect(together[0]?.steps).toEqual([alone.map(({ steps }) => steps[0]).join('')])
})

it('vanilla is run in the first draw only; the others in each, with another store', async () => {
  const [first, second] = [await drawn(POINTS, 0), await drawn(POINTS, 1)]
  expect(first.map(({ resolved }) => resolved.length)).toEqual([1, 1, 1, 1, 1, 1])
  expect(second.map(({ resolved }) => resolved.length)).toEqual([0, 1, 1, 1, 1, 1])
  expect(second.map(({ steps }) => steps).slice(1)).not.toEqual(first.map(({ steps }) => steps).slice(1))
})

it('an empty store is worth nothing and costs its questions: with them paid back every arm ends as vanilla', async () => {
  const [vanilla, ...others] = await drawn(
    (
      ['vanilla', 'subtask-uncharged', 'global-uncharged', 'instance-uncharged', 'random-uncharged'] as const
    ).map((arm) => point(arm, { size: 0 })),
  )
  for (const { resolved, steps } of others)
    expect([resolved, steps]).toEqual([vanilla?.resolved, vanilla?.steps])
})

it('no attempt spends more than its budget', async () => {
  const outcomes = await drawn([1, 7, 40].map((budget) => point('subtask', { budget })))
  for (const { budget, steps } of outcomes)
    for (const packed of steps[0]?.match(/../g) ?? [])
      expect(Number.parseInt(packed, 36)).toBeLessThanOrEqual(budget)
  expect(outcomes.map(({ resolved }) => resolved[0]?.includes('1'))).toEqual([
    false,
    expect.any(Boolean),
    true,
  ])
})

it('by stage a store holds an equal number of lessons of each stage, and the oracle is right whenever it is told something', async () => {
  const stages = new Map<string, number>()
  const store = await drawStore(episodes, 8, 5, embedder, true)
  for (const category of CATEGORIES) {
    const question = { text: 'the result is too high', category, seed: 1, withoutInstance: null }
    stages.set(category, (await store.ranked('subtask', question)).length)
  }
  expect([...stages.values()]).toEqual([2, 2, 2, 2])
  const tasks = world.heldOut.map((task) => {
    const bench = benchOf(world, task)
    return { bench, mechanisms: task.mechanisms, attempt: rememberAttempts(bench) }
  })
  const points = [point('oracle'), point('selective')]
  const [oracle] = await withStrayRejections(() =>
    runFrozen({ points, draw: 0, seed: 1, byStage: true, episodes, tasks, embedder }),
  )
  expect(oracle?.told?.[0]).toHaveLength(tasks.length)
  expect(oracle?.told?.[0]).not.toContain('w')
})
