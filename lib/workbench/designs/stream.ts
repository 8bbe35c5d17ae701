import type { Embedder } from '../../llm/embedder.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import type { WorkbenchArm } from '../../memory/studies/ladder/workbench-file.ts'
import { type Attempt, attempt } from '../agent.ts'
import type { AgentMemory } from '../agent-run.ts'
import { armOf, memoryOf } from '../arms.ts'
import type { Bench } from '../bench.ts'
import { createLessonStore, type LessonStore } from '../lesson-store.ts'
import { type Lesson, learnFrom } from '../lessons.ts'

/** One task of a stream as it went. */
export interface StreamOutcome {
  task: number
  resolved: boolean
  spent: number
}

interface StreamRun {
  arm: WorkbenchArm
  /** Shuffle, from 0. */
  draw: number
  seed: number
  budget: number
  benches: readonly Bench[]
  embedder: Embedder
  /** What the stream begins with; absent = nothing. */
  store?: LessonStore
  /** Hears of every attempt as it ended. */
  attempted?: (bench: Bench, attempt: Attempt) => void
  /** Hears of every lesson handed out, and at which place of the stream. */
  told?: (position: number, lessons: readonly Lesson[]) => void
}

/** The order of a shuffle: places of the tasks. The same for every arm. */
export function streamOrder(count: number, draw: number, seed: number): number[] {
  return shuffled(
    Array.from({ length: count }, (_, i) => i),
    createRandom(seedFrom(`stream ${draw}`, seed)),
  )
}

/**
 * The stream: an empty store, tasks in the order of a shuffle, and after each round of work its lessons join the store, so that
 * later rounds (of the same task as well, as in the paper's Algorithm 1) and later tasks can be told them. Writing costs as asking does.
 */
export async function runStream(run: StreamRun) {
  const { arm: name, draw, seed, budget, benches, embedder, told, attempted, ...given } = run
  const arm = armOf(name)
  const store = given.store ?? (await createLessonStore([], [], embedder))
  const outcomes: StreamOutcome[] = []
  for (const [position, task] of streamOrder(benches.length, draw, seed).entries()) {
    const bench = benches[task]
    if (!bench) continue
    const known = new Set<string>()
    const keep = async (steps: Attempt['steps']) => {
      const episode = learnFrom(bench, { steps }, position)
      const lessons = episode.lessons.filter(({ id }) => !known.has(id))
      for (const { id } of lessons) known.add(id)
      if (lessons.length > 0) await store.add({ ...episode, lessons })
    }
    const asking = memoryOf(arm, store, {
      taskId: bench.taskId,
      seed: seedFrom(`draw ${draw}`, seed),
      misprediction: arm.misprediction,
      told: (lessons) => told?.(position, lessons),
    })
    const memory: AgentMemory = {
      ...asking,
      writes: asking.asks !== null,
      async recall(question) {
        if (question.intent.category === 'REPRODUCE') await keep(question.steps) // rounds that have ended
        return await asking.recall(question)
      },
    }
    const ended = await attempt(bench, memory, budget)
    const { source, spent, steps } = ended
    attempted?.(bench, ended)
    if (arm.strategy !== null) await keep(steps)
    outcomes.push({ task, resolved: await bench.passesHidden(source), spent })
  }
  return outcomes
}
