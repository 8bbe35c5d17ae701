import { expect, it } from 'vitest'
import { workbenchPlanSchema } from '../memory/studies/ladder/workbench-file.ts'
import { makePlan, type PlanRequest, trainingBudget } from './plan.ts'
import { readWorld } from './worlds/read-worlds.ts'

const world = readWorld('recurring', process.cwd())
const ASKED: PlanRequest = {
  design: 'ladder',
  seed: 1,
  arms: null,
  sizes: null,
  budget: null,
  draws: null,
  tasks: null,
}
const plan = (asked: Partial<PlanRequest>) => makePlan(world, 'local-v1', { ...ASKED, ...asked })

it('without further words a plan is the one of the shipped runs: what is decided on is set before the start', () => {
  expect(plan({})).toEqual({
    world: 'recurring',
    worldHash: world.hash,
    design: 'ladder',
    seed: 1,
    arms: ['vanilla', 'instance', 'global', 'subtask'],
    sizes: [0, 1, 5, 10, 25, 50, 100, 250],
    budgets: [40],
    mispredictions: [0],
    draws: 30,
    tasks: world.heldOut.length,
    primary: { a: 'subtask', b: 'vanilla', size: 250, budget: 40, misprediction: 0 },
    agent: 'search-v1',
    extractor: 'workbench-v1',
    embedder: 'local-v1',
  })
})

it.each<[string, Partial<PlanRequest>, object]>([
  ['sizes in any order and twice', { sizes: [50, 0, 5, 50] }, { sizes: [0, 5, 50], primary: { size: 50 } }],
  ['misprediction at the largest size named', { design: 'misprediction', sizes: [100, 5] }, { sizes: [100] }],
  ['a budget sweep at the largest size named', { design: 'budget', sizes: [100, 5] }, { sizes: [100] }],
  ['misprediction at 250 where none is named', { design: 'misprediction' }, { sizes: [250], draws: 30 }],
  ['a budget sweep is decided on at 40', { design: 'budget' }, { primary: { budget: 40 } }],
  ['a budget of one’s own', { budget: 7 }, { budgets: [7], primary: { budget: 7 } }],
  ['more tasks than there are', { tasks: 10_000 }, { tasks: 120 }],
  [
    'a stream over training and held-out tasks',
    { design: 'stream', tasks: 10_000 },
    { tasks: 280, draws: 10 },
  ],
  ['a stream’s blocks', { design: 'stream', tasks: 41, sizes: [7] }, { sizes: [0, 40] }],
  ['an arm named twice', { arms: ['subtask', 'vanilla', 'subtask'] }, { arms: ['subtask', 'vanilla'] }],
  ['no vanilla', { arms: ['global', 'subtask'] }, { primary: { a: 'subtask', b: 'global' } }],
  ['no subtask', { arms: ['vanilla', 'raw'] }, { primary: { a: 'raw', b: 'vanilla' } }],
])('plans %s', (_, asked, expected) => {
  const made = plan(asked)
  expect(made).toMatchObject(expected)
  expect(workbenchPlanSchema.parse(made)).toEqual(made)
})

it.each<[Partial<PlanRequest>, string, string]>([
  [{ arms: ['vanilla'] }, 'There are no two arms to compare.', 'arms'],
  [{ arms: ['subtask', 'subtask'] }, 'There are no two arms to compare.', 'arms'],
  [{ budget: 1_296 }, 'A budget is at most 1295 steps, not 1296.', 'budget'],
])('refuses %j: %s', (asked, message, place) => {
  expect(() => plan(asked)).toThrow(expect.objectContaining({ message, place }))
})

it('a sweep of budgets learns with one budget, so that its points share one memory', () => {
  expect([trainingBudget(plan({ design: 'budget' })), trainingBudget(plan({ budget: 7 }))]).toEqual([40, 7])
})

it('there is no such world: says which there are', () => {
  expect(() => readWorld('nowhere', process.cwd())).toThrow(
    expect.objectContaining({
      message: 'There is no world "nowhere".',
      hint: 'Choose one of recurring, pairs, decoys, scattered, fresh, fresh-scattered.',
    }),
  )
})
