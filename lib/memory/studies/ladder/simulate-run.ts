import { createRandom, shuffled } from '../../statistics.ts'
import { DENSITIES } from '../densities.ts'
import type { WorkbenchArm, WorkbenchDesign, WorkbenchRun } from './workbench-file.ts'

/** What is planted in a made-up run. */
export interface Planted {
  design: WorkbenchDesign
  seed: number
  /** Gain over no memory at a place, added to the chance of solving, −1..1. */
  gainAt: (size: number, misprediction: number) => number
  clusters?: number
  tasksPerCluster?: number
  draws?: number
  sizes?: number[]
  mispredictions?: number[]
}

/**
 * A run that nobody ran: outcomes drawn from planted chances, to test what the audit says when the truth is known. Every number made
 * from it is `simulated`.
 */
export function simulateRun({
  design,
  seed,
  gainAt,
  clusters = 30,
  tasksPerCluster = 4,
  draws = 5,
  sizes = [0, 5, 10, 20, 40, 80],
  mispredictions = [0],
}: Planted): WorkbenchRun {
  const random = createRandom(seed)
  const tasks = Array.from({ length: clusters * tasksPerCluster }, (_, i) => ({
    id: `task-${i + 1}`,
    cluster: `function-${Math.floor(i / tasksPerCluster) + 1}`,
  }))
  const ease = Array.from({ length: clusters }, () => random())
  const chances = tasks.map(
    (_, i) => 0.15 + 0.6 * (ease[Math.floor(i / tasksPerCluster)] ?? 0) + 0.1 * random(),
  )
  const isStream = design === 'stream'
  const blocks = Array.from({ length: draws }, () => drawBlocks(tasks.length, sizes, random))
  const cell = (arm: WorkbenchArm, size: number, misprediction: number, gain: number) => ({
    arm,
    size,
    budget: 40,
    misprediction,
    resolved: blocks.map((block) =>
      tasks
        .map((_, task) => {
          if (isStream && block[task] !== size) return '.'
          return random() < Math.min(1, Math.max(0, (chances[task] ?? 0) + gain)) ? '1' : '0'
        })
        .join(''),
    ),
    steps: blocks.map(() => tasks.map(() => '0k').join('')),
  })
  const vanillaSizes = isStream ? sizes : [0]
  return {
    plan: planOf({ design, seed, sizes, mispredictions, draws }, tasks.length),
    commit: null,
    result: { world: 'simulated', worldHash: '0', design, seed, cells: [], paired: [] },
    tasks,
    outcomes: [
      ...vanillaSizes.map((size) => cell('vanilla', size, 0, 0)),
      ...sizes.flatMap((size) =>
        mispredictions.map((misprediction) =>
          cell('subtask', size, misprediction, gainAt(size, misprediction)),
        ),
      ),
    ],
  }
}

/** Each shuffle of a stream puts every task into the block of its position. */
function drawBlocks(tasks: number, sizes: readonly number[], random: () => number): number[] {
  const positions = shuffled(
    Array.from({ length: tasks }, (_, i) => i),
    random,
  )
  return positions.map((position) => sizes.findLast((size) => size <= position) ?? 0)
}

function planOf(
  plan: Pick<WorkbenchRun['plan'], 'design' | 'seed' | 'sizes' | 'mispredictions' | 'draws'>,
  tasks: number,
): WorkbenchRun['plan'] {
  const { design, seed, sizes, mispredictions, draws } = plan
  return {
    world: 'simulated',
    worldHash: '0',
    design,
    seed,
    arms: ['vanilla', 'subtask'],
    sizes,
    budgets: [40],
    mispredictions,
    draws,
    tasks,
    primary: { a: 'subtask', b: 'vanilla', size: sizes.at(-1) ?? 0 },
    agent: 'simulated',
    extractor: 'simulated',
    embedder: 'simulated',
  }
}

/** What can be looked at in place of a measurement: made-up runs whose truth is known. */
export const EXAMPLES = ['no-effect', 'helps-later', 'hurts'] as const
type Example = (typeof EXAMPLES)[number]

const GAINS: Record<Example, (size: number, misprediction: number) => number> = {
  'no-effect': () => 0,
  'helps-later': (size, wrong) => (size === 0 ? 0 : size < 20 ? -0.08 : 0.14 - 0.25 * wrong),
  hurts: (size) => (size === 0 ? 0 : -0.1),
}

/** Ladder, stream and misprediction of one example, the same each time. */
export function exampleRuns(example: Example): WorkbenchRun[] {
  const gainAt = GAINS[example]
  const common = { seed: 7, gainAt, clusters: 40 }
  return [
    simulateRun({ ...common, design: 'ladder', sizes: [...DENSITIES] }),
    simulateRun({ ...common, design: 'stream', sizes: [0, 20, 40, 60, 80, 100, 120, 140], draws: 3 }),
    simulateRun({
      ...common,
      design: 'misprediction',
      sizes: [250],
      mispredictions: [0, 0.1, 0.25, 0.5, 0.75, 1],
    }),
  ]
}
