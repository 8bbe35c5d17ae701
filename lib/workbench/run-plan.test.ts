import { expect, it } from 'vitest'
import { type WorkbenchDesign, workbenchRunSchema } from '../memory/studies/ladder/workbench-file.ts'
import { makePlan } from './plan.ts'
import { assemble, type DrawResult, openPlan, runPlan } from './run-plan.ts'
import { readWorld } from './worlds/read-worlds.ts'

const rootPath = process.cwd()
const small = (design: WorkbenchDesign, world = 'scattered') =>
  makePlan(readWorld(world, rootPath), 'local-v1', {
    design,
    seed: 3,
    arms: null,
    sizes: [0, 20],
    budget: null,
    draws: 3,
    tasks: 6,
  })

it.each(['ladder', 'stream', 'misprediction', 'budget'] as const)(
  'the same plan gives the same bytes with one thread and with three, and what is kept can be read again: %s',
  async (design) => {
    const plan = small(design)
    const one = await runPlan(plan, { rootPath, threads: 1, commit: null })
    const three = await runPlan(plan, { rootPath, threads: 3, commit: null })
    expect(JSON.stringify(three)).toBe(JSON.stringify(one))
    expect(workbenchRunSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one)
    expect(one.result.cells.every(({ resolvedShare }) => resolvedShare >= 0 && resolvedShare <= 1)).toBe(true)
  },
)

it('the draws that are there are a run, without those that follow a gap', async () => {
  const plan = small('ladder')
  const open = openPlan(plan, { rootPath, threads: 2 })
  const [first, second] = [await open.draw(0), await open.draw(1)]
  await open.close()
  const drawsOf = (draws: [number, DrawResult][]) =>
    assemble(plan, new Map(draws), { rootPath, commit: null }).outcomes[1]?.resolved.length
  expect([
    drawsOf([
      [0, first],
      [1, second],
    ]),
    drawsOf([
      [0, first],
      [2, second],
    ]),
  ]).toEqual([2, 1])
})

it('another seed draws other stores', async () => {
  const plan = small('ladder')
  const first = await runPlan(plan, { rootPath, threads: 2, commit: null })
  const second = await runPlan({ ...plan, seed: 4 }, { rootPath, threads: 2, commit: null })
  expect(second.outcomes).not.toEqual(first.outcomes)
})
