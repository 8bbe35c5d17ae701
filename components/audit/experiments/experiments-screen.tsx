'use client'

import { FigureView } from '@/components/figures/figure-view.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatPercent, formatUsd, plural } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { TwoRuns } from '@/lib/memory/experiments/compare-two.ts'
import { planOf } from '@/lib/memory/experiments/plan.ts'
import type { ExperimentsReport, RunRow } from '@/lib/memory/experiments/report.ts'
import { isTold } from '@/lib/memory/experiments/told.ts'
import { reportVerdict } from '@/lib/memory/experiments/words.ts'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { AuditPage } from '../audit-page.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { BringResults } from './bring-results.tsx'
import { PlansSection } from './plans-section.tsx'
import { armsFigure, twinsFigure, waterfallFigure } from './prepare-experiments.ts'
import { TwoRunsSection } from './two-runs.tsx'

/** What a person's own runs say of memory. */
export function ExperimentsScreen({ report, pair, two }: ResultsProps) {
  const sources = [...new Set(report.runs.map(({ source }) => source))]
  return (
    <AuditPage
      room="results"
      verdict={reportVerdict(report)}
      basis={
        <>
          {sources.map((source) => (
            <SourceChip key={source} source={source} />
          ))}
          <span>{plural(report.runs.length, 'run')}</span>
          <span>
            compared with <Term of="twin">the same model, agent and version without memory</Term>
          </span>
        </>
      }
    >
      <div className="divide-y divide-hairline">
        {report.twins.length > 0 && <ArmsSection report={report} />}
        {pair && <TwoRunsSection runs={report.runs} plans={report.plans} pair={pair} two={two} />}
        {report.waterfalls.map((waterfall) => (
          <Section key={waterfall.setting} title="Arms in order">
            <FigureView figure={waterfallFigure(waterfall)} />
          </Section>
        ))}
        {report.arms.length > 0 && (
          <Section id="runs" title="Runs by arm">
            <FigureView figure={armsFigure(report.arms)} />
          </Section>
        )}
        <BringResults />
        <PlansSection plans={report.plans} />
        {report.runs.length > 0 && <Brought runs={report.runs} />}
      </div>
    </AuditPage>
  )
}

type ResultsProps = {
  report: ExperimentsReport
  pair: { base: string; variant: string } | null
  two: TwoRuns | null
}

function ArmsSection({ report }: Pick<ResultsProps, 'report'>) {
  const { twins, plans, withoutTwin } = report
  return (
    <Section id="twins" title="Arms against no memory">
      <FigureView figure={twinsFigure(report)} caption="strong: significant; ring: planned" digits={2} />
      <FigureTable
        label="Gain over no memory by arm"
        first="arm"
        heads={['gain pp', '95 % interval', 'by repository', 'Holm p', 'instances', 'verdict', 'plan']}
        rows={twins.map((row) => ({
          name: `${row.arm}, ${row.setting}`,
          cells: [
            signedPp(row.gainPp),
            `${signedPp(row.low)} to ${signedPp(row.high)}`,
            known(
              row.clustered,
              ({ low, high }) => `${signedPp(low)} to ${signedPp(high)}`,
              'One repository',
            ),
            row.adjustedP.toPrecision(2),
            row.n,
            isTold(row) ? (row.gainPp > 0 ? 'better' : 'worse') : 'cannot tell',
            planOf(plans, row.ids) ? 'planned' : 'exploratory',
          ],
        }))}
      />
      {withoutTwin.map(({ setting, arm, runs }) => (
        <p key={`${setting} ${arm}`} className="mt-1 text-ink-2 text-small">
          {arm}, {setting}: {plural(runs, 'run')}, none without memory to compare with.
        </p>
      ))}
    </Section>
  )
}

function Brought({ runs }: { runs: RunRow[] }) {
  const takeOut = useTakeOut()
  return (
    <Section id="brought" title="Imported runs" note="instances without an outcome are left out">
      <FigureTable
        label="Imported runs"
        first="run"
        heads={['resolved', 'share', 'unknown', 'steps', 'cost', 'file', '']}
        rows={runs.map((run) => ({
          name: `${run.arm} · ${run.setting}${run.seed === null ? '' : ` · seed ${run.seed}`}`,
          cells: [
            `${run.resolved} of ${run.known}`,
            known(run.share, (share) => formatPercent(share, 1)),
            run.unknown,
            known(run.steps, (steps) => steps.toFixed(1), 'Not reported'),
            known(run.costUsd, formatUsd, 'Not reported'),
            <span key="f" title={run.fileName}>
              {run.fileName.split('/').at(-1)?.slice(0, 40)}
            </span>,
            <Button key="r" variant="quiet" onClick={() => void takeOut(run.id, '1 run taken out')}>
              Take out
            </Button>,
          ],
        }))}
      />
    </Section>
  )
}
