import { type Bench, createBench } from './bench.ts'
import type { BenchTask } from './worlds/bench-task.ts'
import type { FrozenWorld } from './worlds/read-worlds.ts'

/** Tasks of a stream: training and held-out tasks alike, since nothing is held out. */
export function streamTasks(world: FrozenWorld, count: number): BenchTask[] {
  return [...world.training, ...world.heldOut].slice(0, count)
}

export function benchOf(world: FrozenWorld, task: BenchTask): Bench {
  const library = world.libraries.get(task.library)
  if (!library) throw new Error(`${task.id}: no library ${task.library}`)
  return createBench(task, library)
}
