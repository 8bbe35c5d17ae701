import type { WorkbenchPlan } from './workbench-file.ts'

/**
 * Steps an attempt may spend where nobody asks for another number. Set before any gain was looked at: near the upper quartile (46)
 * of what the vanilla agent needs on the training tasks of `recurring`.
 */
export const USUAL_BUDGET = 40

/** Where the primary comparison is made: a sweep of budgets is decided on at the usual one, never at the first of its list. */
export function primaryPlace(plan: Pick<WorkbenchPlan, 'primary' | 'budgets' | 'mispredictions'>) {
  const { primary, budgets, mispredictions } = plan
  const usual = budgets.includes(USUAL_BUDGET) ? USUAL_BUDGET : (budgets[0] ?? USUAL_BUDGET)
  return {
    size: primary.size,
    budget: primary.budget ?? usual,
    misprediction: primary.misprediction ?? mispredictions[0] ?? 0,
  }
}
