import { expect, it } from 'vitest'
import type { WorkbenchPlan } from '../../memory/studies/ladder/workbench-file.ts'
import { makePlan, type PlanRequest } from '../plan.ts'
import { readWorld } from '../worlds/read-worlds.ts'
import { mergeParts, type PointOutcomes, packSteps, pointsOf } from './points.ts'
import { streamPoints } from './stream-points.ts'

const world = readWorld('recurring', process.cwd())
const ASKED: PlanRequest = {
  design: 'ladder',
  seed: 1,
  arms: ['vanilla', 'global', 'subtask', 'wrong-drawer'],
  sizes: [0, 5],
  budget: null,
  draws: null,
  tasks: null,
}
const told = (plan: WorkbenchPlan) =>
  pointsOf(plan).map(({ arm, size, budget, misprediction }) => `${arm} ${size} ${budget} ${misprediction}`)

it('the ladder: every arm at every size, vanilla once, a mistaken category only where the arm is of it', () => {
  expect(told(makePlan(world, 'local-v1', ASKED))).toEqual([
    'vanilla 0 40 0',
    'global 0 40 0',
    'global 5 40 0',
    'subtask 0 40 0',
    'subtask 5 40 0',
    'wrong-drawer 0 40 0.25',
    'wrong-drawer 5 40 0.25',
  ])
})

it('budgets: every arm at every budget and one size', () => {
  const points = told(
    makePlan(world, 'local-v1', { ...ASKED, design: 'budget', arms: ['vanilla', 'subtask'] }),
  )
  expect(points).toEqual(
    [10, 20, 40, 80, 160]
      .flatMap((budget) => `vanilla 0 ${budget} 0`)
      .concat([10, 20, 40, 80, 160].map((budget) => `subtask 5 ${budget} 0`)),
  )
})

it('misprediction: at every probability those that ask by category, the others once', () => {
  const arms = ['vanilla', 'global', 'instance', 'raw', 'random', 'subtask'] as const
  const points = told(makePlan(world, 'local-v1', { ...ASKED, design: 'misprediction', arms, budget: 20 }))
  expect(points).toEqual([
    'vanilla 0 20 0',
    'global 5 20 0',
    'instance 5 20 0',
    ...['raw', 'random', 'subtask'].flatMap((arm) =>
      [0, 0.1, 0.25, 0.5, 0.75, 1].map((p) => `${arm} 5 20 ${p}`),
    ),
  ])
})

it.each([
  [0, '00'],
  [35, '0z'],
  [36, '10'],
  [1295, 'zz'],
])('packs %i steps into two digits that can be read again: %s', (steps, packed) => {
  expect(packSteps(steps)).toBe(packed)
  expect(Number.parseInt(packed, 36)).toBe(steps)
})

const whole: PointOutcomes[] = [
  {
    arm: 'subtask',
    size: 5,
    budget: 40,
    misprediction: 0,
    resolved: ['1011001', '0001111'],
    steps: ['01020304050607', '1112131415161z'],
  },
  { arm: 'vanilla', size: 0, budget: 40, misprediction: 0, resolved: ['1111000'], steps: ['0a0b0c0d0e0f0g'] },
]

it.each([1, 2, 3, 6, 7, 9])('tasks dealt out to %i parts come together again in their order', (parts) => {
  const own = (text: string, width: number, part: number) =>
    (text.match(new RegExp(`.{${width}}`, 'g')) ?? []).filter((_, i) => i % parts === part).join('')
  const dealt = Array.from({ length: parts }, (_, part) =>
    whole.map((point) => ({
      ...point,
      resolved: point.resolved.map((text) => own(text, 1, part)),
      steps: point.steps.map((text) => own(text, 2, part)),
    })),
  )
  expect(mergeParts(dealt)).toEqual(whole)
})

it('a stream becomes a point for each arm and block of 40, each task in the block it came in and nowhere else', () => {
  const plan = makePlan(world, 'local-v1', {
    ...ASKED,
    design: 'stream',
    arms: ['vanilla', 'subtask'],
    tasks: 90,
  })
  expect(plan.sizes).toEqual([0, 40, 80])
  const order = Array.from({ length: 90 }, (_, i) => (i * 7) % 90)
  const outcomes = order.map((task, place) => ({ task, resolved: place % 3 === 0, spent: task }))
  const points = streamPoints(plan, [[outcomes, outcomes.map((one) => ({ ...one, resolved: false }))]])
  expect(points.map(({ arm, size }) => `${arm} ${size}`)).toEqual(
    ['vanilla', 'subtask'].flatMap((arm) => [0, 40, 80].map((size) => `${arm} ${size}`)),
  )
  for (const { arm, size, resolved, steps } of points) {
    const block = outcomes.slice(size, size + 40)
    for (let task = 0; task < 90; task++) {
      const here = block.find((one) => one.task === task)
      const mark = !here ? '.' : arm === 'vanilla' && here.resolved ? '1' : '0'
      expect([arm, size, task, resolved[0]?.[task]]).toEqual([arm, size, task, mark])
      expect(steps[0]?.slice(2 * task, 2 * task + 2)).toBe(here ? packSteps(task) : '..')
    }
  }
})
