import { expect, it } from 'vitest'
import type { WorkbenchArm } from '../memory/studies/ladder/workbench-file.ts'
import { attempt } from './agent.ts'
import { armOf, memoryOf, NO_MEMORY } from './arms.ts'
import { withStrayRejections } from './code/run-code.ts'
import { runStream } from './designs/stream.ts'
import { findFuture, findPeeking, findUncharged, type Learn } from './fixtures/checks.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { createLessonStore } from './lesson-store.ts'
import { type Lesson, learnFrom } from './lessons.ts'
import { createWorkbenchEmbedder } from './run-part.ts'
import { benchOf } from './world-benches.ts'

const world = readTestWorld('recurring', 40, 12)
const embedder = createWorkbenchEmbedder()
const benches = world.training.map((task) => benchOf(world, task))

/** Planted: what is learned depends on tests that the agent never saw. */
const peeking: Learn = async (bench, done, position) => {
  const episode = learnFrom(bench, done, position)
  const isRight = await bench.passesHidden(done.source)
  return isRight ? episode : { ...episode, lessons: [] }
}

async function peekersAmong(learn: Learn): Promise<string[]> {
  const found: string[] = []
  for (const library of world.libraries.values()) {
    const tasks = world.training.filter((task) => task.library === library.name).slice(0, 3)
    found.push(...(await findPeeking(learn, tasks, library, 40)))
  }
  return found
}

it('no lesson knows the hidden tests; a planted one that does is found', async () => {
  await withStrayRejections(async () => {
    expect(await peekersAmong(learnFrom)).toEqual([])
    expect((await peekersAmong(peeking)).length).toBeGreaterThan(0)
  })
})

async function toldInStream(planted: readonly Lesson[]) {
  const told: { position: number; lessons: readonly Lesson[] }[] = []
  const store = await createLessonStore(planted, [], embedder)
  await runStream({
    arm: 'subtask',
    draw: 0,
    seed: 1,
    budget: 40,
    benches: benches.slice(0, 20),
    embedder,
    store,
    told: (position, lessons) => told.push({ position, lessons }),
  })
  return told
}

it('no place of a stream is told a lesson of a later place; a planted store that holds the whole stream is found', async () => {
  await withStrayRejections(async () => {
    const honest = await toldInStream([])
    expect(honest.filter(({ lessons }) => lessons.length > 0).length).toBeGreaterThan(20)
    expect(findFuture(honest)).toEqual([])
    const later: Lesson[] = []
    for (const [position, bench] of benches.slice(0, 20).entries())
      later.push(...learnFrom(bench, await attempt(bench, NO_MEMORY, 40), position).lessons)
    expect(findFuture(await toldInStream(later)).length).toBeGreaterThan(0)
  })
})

async function attemptsOf(arm: ReturnType<typeof armOf>) {
  const store = await createLessonStore([], [], embedder)
  const attempts = []
  for (const bench of benches.slice(0, 8)) {
    const memory = memoryOf(arm, store, { taskId: bench.taskId, seed: 1, misprediction: 0 })
    attempts.push({ taskId: bench.taskId, ...(await attempt(bench, memory, 40)) })
  }
  return attempts
}

it('every arm pays for its memory unless it is named uncharged; a planted arm that does not is found', async () => {
  await withStrayRejections(async () => {
    const arms: WorkbenchArm[] = [
      'vanilla',
      'instance',
      'global',
      'raw',
      'subtask',
      'random',
      'subtask-uncharged',
    ]
    for (const arm of arms) expect([arm, findUncharged(arm, await attemptsOf(armOf(arm)))]).toEqual([arm, []])
    const planted = await attemptsOf({ ...armOf('subtask'), cost: 0 })
    expect(findUncharged('subtask', planted).length).toBe(8)
  })
})
