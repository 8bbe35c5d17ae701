'use client'

import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { NumbersTable } from '@/components/figures/numbers-table.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import type { WorkbenchRun } from '@/lib/memory/workbench/workbench.ts'
import { drawWorkbench } from './draw-workbench.ts'
import { type ArmCurve, cellTable, pairTable } from './prepare-workbench.ts'

/** The curve of a run, with its numbers and paired differences; intervals once all draws are done. */
export function RunFigure({
  id,
  run,
  curves,
  isComplete,
}: {
  id: string
  run: WorkbenchRun
  curves: readonly ArmCurve[]
  isComplete: boolean
}) {
  const href = useProjectHref()
  const { plan } = run
  const name = `workbench-${plan.design}-${plan.world}`
  return (
    <>
      <ChartFigure
        name={name}
        draw={(width) =>
          drawWorkbench(plan, curves, (arm, { x }) => href(`/workbench/${id}`, { arm, at: x }), width)
        }
        table={cellTable(run, isComplete)}
        caption="each dot opens its tasks; bar: 95 % interval, functions and draws drawn again"
      />
      {isComplete && (
        <details className="mt-2 text-small">
          <summary className="link w-fit text-ink-2 max-md:py-3.5">Paired differences</summary>
          <NumbersTable label="Paired differences" rows={pairTable(run)} digits={1} />
          <CsvLink fileName={`${name}-pairs.csv`} rows={pairTable(run)} />
        </details>
      )}
    </>
  )
}
