import type { Embedder, TaskReader, TaskText } from '../llm/embedder.ts'
import { createLocalEmbedder } from '../llm/local-embedder.ts'
import { rememberVectors } from '../llm/vector-memory.ts'
import type { WorkbenchPlan } from '../memory/studies/ladder/workbench-file.ts'
import { attempt } from './agent.ts'
import { learnerOf } from './arms.ts'
import { runFrozen } from './designs/frozen.ts'
import { type PointOutcomes, pointsOf } from './designs/points.ts'
import { runStream, type StreamOutcome } from './designs/stream.ts'
import { type LearnedEpisode, learnFrom } from './lessons.ts'
import { trainingBudget } from './plan.ts'
import { rememberAttempts } from './same-attempts.ts'
import { benchOf, streamTasks } from './world-benches.ts'
import { readWorld } from './worlds/read-worlds.ts'

/** Texts whose vectors are kept while a plan runs: every d of every attempt. */
const MOST_KEPT = 50_000

/** The part `part` of `parts` of a plan; parts do not know of each other and come to the same whatever their number. */
export interface PartRequest {
  plan: WorkbenchPlan
  rootPath: string
  part: number
  parts: number
}

/** What parts can be asked to do, in this order for a design with frozen stores. */
export interface PartWork {
  /** Vanilla attempts at every n-th training task, and what is learned from them. */
  learn(): Promise<LearnedEpisode[]>
  /** One draw of every point, for every n-th held-out task, with what all parts have learned. */
  draw(draw: number, episodes: readonly LearnedEpisode[]): Promise<PointOutcomes[]>
  /** One shuffle of the stream, for every n-th arm. */
  stream(draw: number): Promise<StreamOutcome[][]>
}

/** The work of one part: in a thread, or in the process itself. */
export function createPart(
  { plan, rootPath, part, parts }: PartRequest,
  embedder = createWorkbenchEmbedder(),
): PartWork {
  const world = readWorld(plan.world, rootPath)
  const own = <T>(all: readonly T[]) => all.filter((_, i) => i % parts === part)
  const held = world.heldOut.slice(0, plan.tasks)
  const tasks = lazily(() =>
    own(held).map((task) => {
      const bench = benchOf(world, task)
      return { bench, mechanisms: task.mechanisms, attempt: rememberAttempts(bench) }
    }),
  )
  const streamed = lazily(() => streamTasks(world, plan.tasks).map((task) => benchOf(world, task)))
  return {
    async learn() {
      const learned: LearnedEpisode[] = []
      for (const [position, task] of world.training.entries()) {
        if (position % parts !== part) continue
        const bench = benchOf(world, task)
        learned.push(learnFrom(bench, await attempt(bench, learnerOf(plan), trainingBudget(plan)), position))
      }
      return learned
    },
    draw: (draw, episodes) =>
      runFrozen({
        points: pointsOf(plan),
        draw,
        seed: plan.seed,
        byStage: plan.design === 'by-stage',
        episodes,
        tasks: tasks(),
        embedder,
      }),
    async stream(draw) {
      const [budget = 1] = plan.budgets
      const outcomes: StreamOutcome[][] = []
      for (const arm of own(plan.arms))
        outcomes.push(await runStream({ arm, draw, seed: plan.seed, budget, benches: streamed(), embedder }))
      return outcomes
    },
  }
}

/** local-v1, with every vector it has made and every report it has read kept. */
export function createWorkbenchEmbedder(): Embedder {
  const embedder = rememberVectors(createLocalEmbedder(), MOST_KEPT)
  return embedder.tasks ? { ...embedder, tasks: rememberReports(embedder.tasks) } : embedder
}

function rememberReports(reader: TaskReader): TaskReader {
  const kept = new Map<string, TaskText>()
  return {
    id: reader.id,
    async read(texts) {
      const unknown = [...new Set(texts)].filter((text) => !kept.has(text))
      for (const [i, read] of (await reader.read(unknown)).entries()) kept.set(unknown[i] ?? '', read)
      return texts.flatMap((text) => kept.get(text) ?? [])
    },
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
