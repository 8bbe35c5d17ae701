import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WorkbenchRun, workbenchRunSchema } from '../../memory/studies/ladder/workbench-file.ts'
import type { DeclaredComparison, ExperimentsReport } from '../../memory/studies/outcomes/report.ts'
import type { ExperimentRun, FrozenPlan } from '../../memory/studies/outcomes/run.ts'

type Asked = { runs: ExperimentRun[]; plans: FrozenPlan[]; declared: DeclaredComparison[] }

/** The report of some runs, made once for a list of them: a run never changes under its id. */
export function rememberReport(make: (asked: Asked) => Promise<ExperimentsReport>) {
  let latest: { key: string; report: Promise<ExperimentsReport> } | null = null
  return async (asked: Asked): Promise<ExperimentsReport> => {
    const key = [
      ...asked.runs.map(({ id }) => id),
      ...asked.plans.map(({ id, takenOutCount }) => `${id} ${takenOutCount}`),
      JSON.stringify(asked.declared),
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

/** The runs of the search program that come with the product, by the names of their files; `rootPath` is the project's folder. */
export function readDemonstration(rootPath: string): WorkbenchRun[] {
  const folder = join(rootPath, 'prisma/workbench')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => workbenchRunSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}
