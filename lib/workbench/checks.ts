import type { WorkbenchArm } from '../memory/workbench/workbench.ts'
import { type Attempt, attempt } from './agent.ts'
import { armOf, NO_MEMORY } from './arms.ts'
import { type Bench, createBench } from './bench.ts'
import type { Library } from './code/library.ts'
import type { LearnedEpisode, Lesson } from './lessons.ts'
import type { BenchTask } from './worlds/bench-task.ts'

/** Ways in which a run could cheat without anybody noticing; each check names what it found, or nothing. */

export type Learn = (
  bench: Bench,
  attempt: Attempt,
  position: number,
) => LearnedEpisode | Promise<LearnedEpisode>

/**
 * Lessons that know the hidden tests: what is learned from an attempt must stay word for word the same when only hidden tests are
 * other ones. Names the tasks whose lessons changed.
 */
export async function findPeeking(
  learn: Learn,
  tasks: readonly BenchTask[],
  library: Library,
  budget: number,
): Promise<string[]> {
  const spoilt = {
    ...library,
    tests: library.tests.map((test) => (test.hidden ? { ...test, expected: 'never' } : test)),
  }
  const eased = { ...library, tests: library.tests.filter(({ hidden }) => !hidden) }
  const found: string[] = []
  for (const task of tasks) {
    const seen = new Set<string>()
    for (const world of [library, spoilt, eased]) {
      const bench = createBench(task, world)
      const { lessons } = await learn(bench, await attempt(bench, NO_MEMORY, budget), 0)
      seen.add(JSON.stringify(lessons))
    }
    if (seen.size > 1) found.push(task.id)
  }
  return found
}

/** Lessons that come from a later place of the stream than the one they were told at. */
export function findFuture(told: readonly { position: number; lessons: readonly Lesson[] }[]): string[] {
  return told.flatMap(({ position, lessons }) =>
    lessons
      .filter((lesson) => lesson.position > position)
      .map((lesson) => `place ${position} was told ${lesson.id} of place ${lesson.position}`),
  )
}

/**
 * Arms that get memory's steps for nothing: every step of an attempt costs one, those of memory too unless the arm is named
 * uncharged. Names the attempts whose purse does not say so.
 */
export function findUncharged(
  arm: WorkbenchArm,
  attempts: readonly (Attempt & { taskId: string })[],
): string[] {
  const isFree = arm.endsWith('-uncharged') || armOf(arm).strategy === null
  return attempts.flatMap(({ taskId, steps, spent }) => {
    const ofMemory = steps.filter(({ command }) => /^(?:recall|reserve) /.test(command)).length
    const due = steps.length - (isFree ? ofMemory : 0)
    return spent === due
      ? []
      : [`${taskId}: ${steps.length} steps, ${ofMemory} of them memory's, for ${spent}`]
  })
}
