import type { Embedder } from '../llm/embedder.ts'
import { UserError } from '../memory/errors.ts'
import { seedFrom } from '../memory/statistics.ts'
import type { TaskOutcome, WorkbenchPlan } from '../memory/studies/ladder/workbench-file.ts'
import { type Attempt, attempt } from './agent.ts'
import { armOf, learnerOf, memoryOf } from './arms.ts'
import { drawStore } from './designs/frozen.ts'
import { runStream } from './designs/stream.ts'
import { type LearnedEpisode, type Lesson, learnFrom } from './lessons.ts'
import { trainingBudget } from './plan.ts'
import { miniSweAgentFile } from './record.ts'
import { benchOf, streamTasks } from './world-benches.ts'
import type { FrozenWorld } from './worlds/read-worlds.ts'

/** Which attempt of a run. */
type AttemptPlace = Pick<TaskOutcome, 'arm' | 'size' | 'budget' | 'misprediction' | 'draw' | 'taskId'>

/** One attempt of a plan, made once more to be looked at. */
interface AttemptFile {
  instanceId: string
  resolved: boolean
  /** As mini-swe-agent 1.x would have written it. */
  text: string
  /** Attempts that the lessons it was told come from, in the order in which they were told. */
  sources: { instanceId: string; text: string }[]
}

/** Makes an attempt of a plan once more, step by step as it was, with the attempts that its lessons come from. */
export async function openAttempt(
  world: FrozenWorld,
  plan: WorkbenchPlan,
  place: AttemptPlace,
  embedder: Embedder,
): Promise<AttemptFile> {
  const there = plan.design === 'stream' ? streamTasks(world, plan.tasks) : world.heldOut.slice(0, plan.tasks)
  const task = there.find(({ id }) => id === place.taskId)
  if (!task)
    throw new UserError('no-such-task', `The run has no task "${place.taskId.slice(0, 80)}".`, {
      hint: 'Open it from a run of its world.',
      status: 404,
    })
  const bench = benchOf(world, task)
  const told: Lesson[] = []
  const made =
    plan.design === 'stream'
      ? await inStream(plan, place, world, embedder)
      : await frozen(world, plan, place, embedder, told)
  return {
    instanceId: task.id,
    resolved: await bench.passesHidden(made.source),
    text: miniSweAgentFile(bench, made.steps, made.source),
    sources: await sourcesOf(told, world, plan),
  }
}

async function frozen(
  world: FrozenWorld,
  plan: WorkbenchPlan,
  { arm, size, draw, budget, misprediction, taskId }: AttemptPlace,
  embedder: Embedder,
  told: Lesson[],
): Promise<Attempt> {
  const task = world.heldOut.find(({ id }) => id === taskId)
  if (!task) throw new Error(`${taskId} is not held out`)
  const seed = seedFrom(`draw ${draw}`, plan.seed)
  const episodes = armOf(arm).strategy === null ? [] : await learnAll(world, plan)
  const store = await drawStore(episodes, size, seed, embedder, plan.design === 'by-stage')
  const memory = memoryOf(armOf(arm), store, {
    taskId,
    seed,
    misprediction,
    mechanisms: task.mechanisms,
    byOutcome: plan.design === 'by-stage',
    told: (some) => told.push(...some),
  })
  return await attempt(benchOf(world, task), memory, budget)
}

/** The whole shuffle, since a stream's store is what came before. */
async function inStream(
  plan: WorkbenchPlan,
  { arm, draw, budget, taskId }: AttemptPlace,
  world: FrozenWorld,
  embedder: Embedder,
): Promise<Attempt> {
  const benches = streamTasks(world, plan.tasks).map((task) => benchOf(world, task))
  let found: Attempt | null = null
  await runStream({
    arm,
    draw,
    seed: plan.seed,
    budget,
    benches,
    embedder,
    attempted: (bench, made) => {
      if (bench.taskId === taskId) found = made
    },
  })
  if (!found) throw new Error(`${taskId} is not in the stream`)
  return found
}

async function learnAll(world: FrozenWorld, plan: WorkbenchPlan): Promise<LearnedEpisode[]> {
  const learned: LearnedEpisode[] = []
  for (const [position, task] of world.training.entries()) {
    const bench = benchOf(world, task)
    learned.push(learnFrom(bench, await attempt(bench, learnerOf(plan), trainingBudget(plan)), position))
  }
  return learned
}

async function sourcesOf(
  told: readonly Lesson[],
  world: FrozenWorld,
  plan: WorkbenchPlan,
): Promise<AttemptFile['sources']> {
  const sources: AttemptFile['sources'] = []
  for (const instanceId of new Set(told.map((lesson) => lesson.instanceId))) {
    const task = world.training.find(({ id }) => id === instanceId)
    if (!task) continue
    const bench = benchOf(world, task)
    const { steps, source } = await attempt(bench, learnerOf(plan), trainingBudget(plan))
    sources.push({ instanceId, text: miniSweAgentFile(bench, steps, source) })
  }
  return sources
}
