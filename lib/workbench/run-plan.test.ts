import { expect, it } from 'vitest'
import { type WorkbenchDesign, workbenchRunSchema } from '../memory/workbench/workbench.ts'
import { makePlan } from './plan.ts'
import { assemble, type DrawResult, runPlan } from './run-plan.ts'
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

it('a run that was stopped goes on where it was, and ends as if it had never stopped', async () => {
  const plan = small('ladder')
  const whole = await runPlan(plan, { rootPath, threads: 2, commit: null })
  const kept = new Map<number, DrawResult>()
  const stop = new AbortController()
  const stopped = runPlan(plan, {
    rootPath,
    threads: 2,
    commit: null,
    signal: stop.signal,
    drawn: (draw, result) => {
      kept.set(draw, JSON.parse(JSON.stringify(result)))
      if (kept.size === 1) stop.abort(new Error('stopped'))
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(kept.size).toBe(1)
  expect(assemble(plan, kept, { rootPath, commit: null }).outcomes[1]?.resolved.length).toBe(1)
  const again = await runPlan(plan, { rootPath, threads: 2, commit: null, done: kept })
  expect(JSON.stringify(again)).toBe(JSON.stringify(whole))
})

it('another seed draws other stores', async () => {
  const plan = small('ladder')
  const first = await runPlan(plan, { rootPath, threads: 2, commit: null })
  const second = await runPlan({ ...plan, seed: 4 }, { rootPath, threads: 2, commit: null })
  expect(second.outcomes).not.toEqual(first.outcomes)
})
