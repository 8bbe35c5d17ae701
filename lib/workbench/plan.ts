import { UserError } from '../memory/errors.ts'
import { primaryPlace, USUAL_BUDGET } from '../memory/studies/ladder/primary-place.ts'
import type { WorkbenchArm, WorkbenchDesign, WorkbenchPlan } from '../memory/studies/ladder/workbench-file.ts'
import { MOST_STEPS } from './designs/points.ts'
import { AGENT, AGENT_BY_OUTCOME, WORKBENCH_EXTRACTOR } from './names.ts'
import type { FrozenWorld } from './worlds/read-worlds.ts'

/** Steps an attempt at a training task may spend: those of the plan, and in a sweep of budgets the usual ones, so that its points share one memory. */
export function trainingBudget({ design, budgets }: WorkbenchPlan): number {
  return design === 'budget' ? USUAL_BUDGET : (budgets[0] ?? USUAL_BUDGET)
}

/** What may be asked for; everything else follows from the design. */
export interface PlanRequest {
  design: WorkbenchDesign
  seed: number
  arms: readonly WorkbenchArm[] | null
  sizes: readonly number[] | null
  /** Steps an attempt may spend; the budget sweep has its own. */
  budget: number | null
  draws: number | null
  tasks: number | null
}

const ARMS: Record<WorkbenchDesign, WorkbenchArm[]> = {
  ladder: ['vanilla', 'instance', 'global', 'subtask'],
  stream: ['vanilla', 'instance', 'global', 'subtask'],
  misprediction: ['vanilla', 'global', 'subtask'],
  budget: ['vanilla', 'instance', 'global', 'subtask'],
  'by-stage': ['vanilla', 'random', 'subtask', 'selective', 'oracle'],
}
const SIZES = [0, 1, 5, 10, 25, 50, 100, 250]
const PRIMARY_SIZE = 250
const MISPREDICTIONS = [0, 0.1, 0.25, 0.5, 0.75, 1]
const BUDGETS = [10, 20, 40, 80, 160]
const DRAWS: Record<WorkbenchDesign, number> = {
  ladder: 30,
  stream: 10,
  misprediction: 30,
  budget: 30,
  'by-stage': 30,
}
/** Tasks a point of the stream stands for. */
export const STREAM_BLOCK = 40

/** The plan of a run: fixed before its start, shown with its result. Throws a UserError where it cannot be carried out. */
export function makePlan(world: FrozenWorld, embedder: string, request: PlanRequest): WorkbenchPlan {
  const { design, seed } = request
  const arms = [...new Set(request.arms ?? ARMS[design])]
  const isStream = design === 'stream'
  const there = isStream ? world.training.length + world.heldOut.length : world.heldOut.length
  const tasks = Math.min(request.tasks ?? there, there)
  const isLadder = design === 'ladder' || design === 'by-stage'
  const asked = request.sizes ?? (isLadder ? SIZES : [PRIMARY_SIZE])
  const sizes = isStream ? blocksOf(tasks) : [...new Set(asked)].sort((a, b) => a - b)
  const largest = sizes.at(-1) ?? 0
  const memory = arms.filter((arm) => arm !== 'vanilla')
  const a = (['selective', 'subtask'] as const).find((arm) => memory.includes(arm)) ?? memory[0]
  const b = arms.includes('vanilla') ? 'vanilla' : memory.find((arm) => arm !== a)
  if (!a || !b)
    throw new UserError('no-pair', 'There are no two arms to compare.', {
      hint: 'Name two, for example vanilla,subtask.',
      place: 'arms',
    })
  if (request.budget !== null && request.budget > MOST_STEPS)
    throw new UserError(
      'budget-too-large',
      `A budget is at most ${MOST_STEPS} steps, not ${request.budget}.`,
      { hint: 'No attempt needs as many: the search ends by itself.', place: 'budget' },
    )
  const budgets = design === 'budget' ? BUDGETS : [request.budget ?? USUAL_BUDGET]
  const mispredictions = design === 'misprediction' ? MISPREDICTIONS : [0]
  return {
    world: world.name,
    worldHash: world.hash,
    design,
    seed,
    arms,
    sizes: isLadder || isStream ? sizes : [largest],
    budgets,
    mispredictions,
    draws: request.draws ?? DRAWS[design],
    tasks,
    primary: { a, b, ...primaryPlace({ primary: { a, b, size: largest }, budgets, mispredictions }) },
    agent: design === 'by-stage' ? AGENT_BY_OUTCOME : AGENT,
    extractor: WORKBENCH_EXTRACTOR,
    embedder,
  }
}

/** Where the blocks of a stream begin. */
function blocksOf(tasks: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(tasks / STREAM_BLOCK)) }, (_, i) => i * STREAM_BLOCK)
}
