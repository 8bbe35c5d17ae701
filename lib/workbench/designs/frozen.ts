import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { armOf, memoryOf } from '../arms.ts'
import type { Bench } from '../bench.ts'
import { createLessonStore, type LessonStore, mechanismOf, type RankedLesson } from '../lesson-store.ts'
import type { LearnedEpisode, Lesson } from '../lessons.ts'
import type { rememberAttempts } from '../same-attempts.ts'
import { type Point, type PointOutcomes, packSteps } from './points.ts'

/** A task, and attempts at it that are not made twice. */
interface RememberedTask {
  bench: Bench
  /** What is wrong, for the judge of answers. */
  mechanisms: readonly string[]
  attempt: ReturnType<typeof rememberAttempts>
}

interface FrozenDraw {
  points: readonly Point[]
  /** Number of the draw, from 0. */
  draw: number
  seed: number
  /** An equal number of lessons of each stage in a store, and EDIT asks by the outcome. */
  byStage: boolean
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
export async function runFrozen({ points, draw, seed, byStage, episodes, tasks, embedder }: FrozenDraw) {
  const drawSeed = seedFrom(`draw ${draw}`, seed)
  const stores = new Map<number, LessonStore>()
  const outcomes: PointOutcomes[] = []
  for (const point of points) {
    const arm = armOf(point.arm)
    if (arm.strategy === null && draw > 0) {
      outcomes.push({ ...point, resolved: [], steps: [], ...(byStage && NO_KEY) })
      continue
    }
    const store =
      stores.get(point.size) ?? (await drawStore(episodes, point.size, drawSeed, embedder, byStage))
    stores.set(point.size, store)
    let [resolved, steps] = ['', '']
    const judge = new Judge()
    for (const { bench, mechanisms, attempt } of tasks) {
      const { taskId } = bench
      const misprediction = point.misprediction
      judge.next(mechanisms)
      const memory = memoryOf(arm, store, {
        taskId,
        seed: drawSeed,
        misprediction,
        ...(byStage && { mechanisms, byOutcome: true, heard: judge.heard }),
      })
      const { source, spent } = await attempt(memory, point.budget)
      resolved += (await bench.passesHidden(source)) ? '1' : '0'
      steps += packSteps(spent)
    }
    outcomes.push({ ...point, resolved: [resolved], steps: [steps], ...(byStage && judge.sums()) })
  }
  return outcomes
}

const NO_KEY = { told: [], pairs: [], nearer: [] }

/** How good the answers to the first question of EDIT are, task by task. */
class Judge {
  #mechanisms: readonly string[] = []
  #told = ''
  #mark = ''
  #pairs = 0
  #nearer = 0

  next(mechanisms: readonly string[]): void {
    this.#told += this.#mark
    this.#mark = '-'
    this.#mechanisms = mechanisms
  }

  heard = (told: readonly Lesson[], ranked: readonly RankedLesson[]): void => {
    if (this.#mark !== '-') return
    const isRight = (lesson: Lesson) => this.#mechanisms.includes(mechanismOf(lesson) ?? '')
    this.#mark = told.length === 0 ? 's' : told.some(isRight) ? 'r' : 'w'
    const naming = ranked.filter(({ lesson }) => mechanismOf(lesson) !== null)
    const right = naming.filter(({ lesson }) => isRight(lesson))
    const wrong = naming.filter(({ lesson }) => !isRight(lesson))
    this.#pairs += right.length * wrong.length
    for (const a of right)
      for (const b of wrong) this.#nearer += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0
  }

  sums() {
    return { told: [this.#told + this.#mark], pairs: [this.#pairs], nearer: [this.#nearer] }
  }
}

/** The first k lessons of the episodes in this draw's order; a larger store holds the smaller ones of its draw. By stage they are taken in turns. */
export async function drawStore(
  episodes: readonly LearnedEpisode[],
  size: number,
  seed: number,
  embedder: Embedder,
  byStage = false,
): Promise<LessonStore> {
  const order = shuffled(episodes, createRandom(seed))
  const all = order.flatMap((episode) => episode.lessons)
  const lessons = (byStage ? inTurns(all, createRandom(seedFrom('stages', seed))) : all).slice(0, size)
  return await createLessonStore(lessons, episodes, embedder)
}

/** One lesson of each stage, then another of each, in an order of the stages by lot; a stage that has no more is left out. */
function inTurns(lessons: readonly Lesson[], random: () => number): Lesson[] {
  const piles = shuffled(CATEGORIES, random).map((stage) =>
    lessons.filter(({ category }) => category === stage),
  )
  const most = Math.max(...piles.map(({ length }) => length))
  return Array.from({ length: most }, (_, round) => piles.flatMap((pile) => pile[round] ?? [])).flat()
}
