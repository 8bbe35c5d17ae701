import type { FrozenPlan } from '../../memory/experiments/plan.ts'
import type { ExperimentsReport } from '../../memory/experiments/report.ts'
import type { ExperimentRun } from '../../memory/experiments/run.ts'

type Asked = { runs: ExperimentRun[]; plans: FrozenPlan[] }

/** The report of some runs, made once for a list of them: a run never changes under its id. */
export function rememberReport(make: (asked: Asked) => Promise<ExperimentsReport>) {
  let latest: { key: string; report: Promise<ExperimentsReport> } | null = null
  return async (asked: Asked): Promise<ExperimentsReport> => {
    const key = [
      ...asked.runs.map(({ id }) => id),
      ...asked.plans.map(({ id, takenOutCount }) => `${id} ${takenOutCount}`),
    ].join(' ')
    if (latest?.key === key) return await latest.report
    const kept = { key, report: make(asked) }
    latest = kept
    kept.report.catch(() => {
      if (latest === kept) latest = null
    })
    return await kept.report
  }
}
