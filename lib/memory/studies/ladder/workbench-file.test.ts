import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { primaryPlace } from './primary-place.ts'
import { simulateRun } from './simulate-run.ts'
import { unpackOutcomes, workbenchRunSchema } from './workbench-file.ts'

const made = (parts: Partial<Parameters<typeof simulateRun>[0]> = {}) =>
  simulateRun({
    design: 'ladder',
    seed: 3,
    gainAt: () => 0,
    clusters: 4,
    tasksPerCluster: 2,
    draws: 2,
    sizes: [0, 5],
    ...parts,
  })

describe('a packed run', () => {
  it('comes apart into what was packed, task by task and draw by draw', () => {
    const run = made()
    const steps = fc.integer({ min: 0, max: 35 * 36 + 35 })
    const mark = fc.constantFrom('0', '1', '.')
    const attempt = fc.tuple(mark, steps)
    fc.assert(
      fc.property(
        fc.array(fc.array(attempt, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        (draws) => {
          const packed = {
            ...{ arm: 'subtask' as const, size: 5, budget: 40, misprediction: 0.25 },
            resolved: draws.map((tasks) => tasks.map(([sign]) => sign).join('')),
            steps: draws.map((tasks) =>
              tasks.map(([, spent]) => spent.toString(36).padStart(2, '0')).join(''),
            ),
          }
          const rows = unpackOutcomes({ ...run, outcomes: [packed] })
          const naive = draws.flatMap((tasks, draw) =>
            tasks.flatMap(([sign, spent], task) =>
              sign === '.'
                ? []
                : [[draw, `task-${task + 1}`, `function-${Math.floor(task / 2) + 1}`, sign === '1', spent]],
            ),
          )
          expect(rows.map((row) => [row.draw, row.taskId, row.cluster, row.resolved, row.steps])).toEqual(
            naive,
          )
          for (const row of rows)
            expect(row).toMatchObject({ arm: 'subtask', size: 5, budget: 40, misprediction: 0.25, seed: 3 })
        },
      ),
      { numRuns: 200, seed: 1 },
    )
  })

  it('takes a task whose mark is cut off for unknown, not for failed', () => {
    const [outcome] = made().outcomes
    if (!outcome) throw new Error('a made-up run has outcomes')
    const rows = unpackOutcomes({
      ...made(),
      outcomes: [{ ...outcome, resolved: ['10'], steps: outcome.steps }],
    })
    expect(rows.map(({ taskId, resolved }) => [taskId, resolved])).toEqual([
      ['task-1', true],
      ['task-2', false],
    ])
  })

  it('is kept by its schema as it was made', () => {
    for (const design of ['ladder', 'stream', 'misprediction'] as const)
      expect(workbenchRunSchema.parse(made({ design }))).toEqual(made({ design }))
  })

  it.each<[string, (run: ReturnType<typeof made>) => unknown]>([
    ['an arm that there is not', (run) => ({ ...run, plan: { ...run.plan, arms: ['subtask', 'magic'] } })],
    ['no arm', (run) => ({ ...run, plan: { ...run.plan, arms: [] } })],
    ['no draw', (run) => ({ ...run, plan: { ...run.plan, draws: 0 } })],
    ['a size below 0', (run) => ({ ...run, plan: { ...run.plan, sizes: [-1] } })],
    ['half a step of budget', (run) => ({ ...run, plan: { ...run.plan, budgets: [0.5] } })],
    ['a misprediction above 1', (run) => ({ ...run, plan: { ...run.plan, mispredictions: [1.1] } })],
    ['no commit member', ({ commit: _, ...run }) => run],
    ['outcomes that are numbers', (run) => ({ ...run, outcomes: [{ ...run.outcomes[0], resolved: [1] }] })],
  ])('with %s is none', (_, broken) => {
    expect(workbenchRunSchema.safeParse(broken(made())).success).toBe(false)
  })
})

describe('the place of the primary comparison', () => {
  const primary = { a: 'subtask' as const, b: 'vanilla' as const, size: 80 }

  it.each<[object, number[], number[], { size: number; budget: number; misprediction: number }]>([
    [{}, [20, 40, 80], [0], { size: 80, budget: 40, misprediction: 0 }],
    [{}, [20, 80], [0.1, 0], { size: 80, budget: 20, misprediction: 0.1 }],
    [{}, [], [], { size: 80, budget: 40, misprediction: 0 }],
    [{ budget: 80, misprediction: 0.5 }, [20, 40], [0, 0.5], { size: 80, budget: 80, misprediction: 0.5 }],
    [{ misprediction: 0 }, [40], [0.5, 0], { size: 80, budget: 40, misprediction: 0 }],
  ])('of %o among the budgets %o and mispredictions %o is %o', (more, budgets, mispredictions, place) => {
    expect(primaryPlace({ primary: { ...primary, ...more }, budgets, mispredictions })).toEqual(place)
  })
})

describe('a made-up run', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(made()).toEqual(made())
    expect(made({ seed: 4 }).outcomes).not.toEqual(made().outcomes)
  })

  it('has every arm, size and misprediction of its plan once, and no memory at size 0 alone', () => {
    const run = made({ sizes: [0, 5, 9], mispredictions: [0, 0.5] })
    expect(run.outcomes.map(({ arm, size, misprediction }) => [arm, size, misprediction])).toEqual([
      ['vanilla', 0, 0],
      ...[0, 5, 9].flatMap((size) => [0, 0.5].map((wrong) => ['subtask', size, wrong])),
    ])
  })

  it('solves everything where a gain of 1 is planted, and nothing where a loss of 1 is', () => {
    const share = (gain: number) => {
      const rows = unpackOutcomes(made({ gainAt: () => gain })).filter(({ arm }) => arm === 'subtask')
      return rows.filter(({ resolved }) => resolved).length / rows.length
    }
    expect([share(1), share(-1)]).toEqual([1, 0])
  })

  it('of a stream puts each task of each draw into one block', () => {
    const run = made({ design: 'stream', sizes: [0, 3, 6], draws: 3 })
    for (const arm of ['vanilla', 'subtask'])
      for (let draw = 0; draw < 3; draw++) {
        const own = unpackOutcomes(run).filter((row) => row.arm === arm && row.draw === draw)
        expect(own.map(({ taskId }) => taskId).sort()).toEqual(run.tasks.map(({ id }) => id).sort())
        const inBlock = (size: number) => own.filter((row) => row.size === size).length
        expect([inBlock(0), inBlock(3), inBlock(6)]).toEqual([3, 3, 2])
      }
  })
})
