import type { Embedder } from '../../llm/embedder.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { armOf, memoryOf } from '../arms.ts'
import type { Bench } from '../bench.ts'
import { createLessonStore, type LessonStore } from '../lesson-store.ts'
import type { LearnedEpisode } from '../lessons.ts'
import type { rememberAttempts } from '../same-attempts.ts'
import { type Point, type PointOutcomes, packSteps } from './points.ts'

/** A task, and attempts at it that are not made twice. */
interface RememberedTask {
  bench: Bench
  attempt: ReturnType<typeof rememberAttempts>
}

interface FrozenDraw {
  points: readonly Point[]
  /** Number of the draw, from 0. */
  draw: number
  seed: number
  /** What there is to draw stores from, in training order. */
  episodes: readonly LearnedEpisode[]
  tasks: readonly RememberedTask[]
  embedder: Embedder
}

/**
 * One draw of frozen stores of k lessons (the ladder, and the sweeps at one size): the episodes come in a new order and a store
 * holds the first k of their lessons; every arm meets the same stores and the same tasks, and nothing is learned meanwhile.
 * A point without a store is run in the first draw only: there is nothing to draw for it.
 */
export async function runFrozen({ points, draw, seed, episodes, tasks, embedder }: FrozenDraw) {
  const drawSeed = seedFrom(`draw ${draw}`, seed)
  const stores = new Map<number, LessonStore>()
  const outcomes: PointOutcomes[] = []
  for (const point of points) {
    const arm = armOf(point.arm)
    if (arm.strategy === null && draw > 0) {
      outcomes.push({ ...point, resolved: [], steps: [] })
      continue
    }
    const store = stores.get(point.size) ?? (await drawStore(episodes, point.size, drawSeed, embedder))
    stores.set(point.size, store)
    let [resolved, steps] = ['', '']
    for (const { bench, attempt } of tasks) {
      const { taskId } = bench
      const misprediction = point.misprediction
      const memory = memoryOf(arm, store, { taskId, seed: drawSeed, misprediction })
      const { source, spent } = await attempt(memory, point.budget)
      resolved += (await bench.passesHidden(source)) ? '1' : '0'
      steps += packSteps(spent)
    }
    outcomes.push({ ...point, resolved: [resolved], steps: [steps] })
  }
  return outcomes
}

/** The first k lessons of the episodes in this draw's order; a larger store holds the smaller ones of its draw. */
export async function drawStore(
  episodes: readonly LearnedEpisode[],
  size: number,
  seed: number,
  embedder: Embedder,
): Promise<LessonStore> {
  const order = shuffled(episodes, createRandom(seed))
  const lessons = order.flatMap((episode) => episode.lessons).slice(0, size)
  return await createLessonStore(lessons, episodes, embedder)
}
