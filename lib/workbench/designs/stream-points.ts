import type { WorkbenchPlan } from '../../memory/studies/ladder/workbench-file.ts'
import { STREAM_BLOCK } from '../plan.ts'
import { type PointOutcomes, packSteps } from './points.ts'
import type { StreamOutcome } from './stream.ts'

/** Shuffles, then arms, then tasks in stream order -> one point for each arm and block; a task outside a block is `.`. */
export function streamPoints(plan: WorkbenchPlan, shuffles: readonly StreamOutcome[][][]): PointOutcomes[] {
  const [budget = 1] = plan.budgets
  return plan.arms.flatMap((arm, at) =>
    plan.sizes.map((size): PointOutcomes => {
      const rows = shuffles.map((arms) => {
        const marks = Array.from({ length: plan.tasks }, () => '.')
        const steps = Array.from({ length: plan.tasks }, () => '..')
        for (const { task, resolved, spent } of (arms[at] ?? []).slice(size, size + STREAM_BLOCK)) {
          marks[task] = resolved ? '1' : '0'
          steps[task] = packSteps(spent)
        }
        return { marks: marks.join(''), steps: steps.join('') }
      })
      return {
        arm,
        size,
        budget,
        misprediction: plan.mispredictions[0] ?? 0,
        resolved: rows.map(({ marks }) => marks),
        steps: rows.map(({ steps }) => steps),
      }
    }),
  )
}
