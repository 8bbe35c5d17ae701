'use client'

import { useRouter } from 'next/navigation'
import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatPercent, formatUsd, plural } from '@/components/ui/format.ts'
import { Hatch, known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { TwoRuns } from '@/lib/memory/experiments/compare-two.ts'
import { planOf } from '@/lib/memory/experiments/plan.ts'
import type { ExperimentsReport, RunRow } from '@/lib/memory/experiments/report.ts'
import { isTold } from '@/lib/memory/experiments/told.ts'
import type { Waterfall } from '@/lib/memory/experiments/waterfall.ts'
import { reportVerdict } from '@/lib/memory/experiments/words.ts'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { BringResults } from './bring-results.tsx'
import { drawArms } from './draw-experiments.ts'
import { drawWaterfall } from './draw-waterfall.ts'
import { PlansSection } from './plans-section.tsx'
import { armTable, twinTable, waterfallTable } from './prepare-experiments.ts'
import { TwoRunsSection } from './two-runs.tsx'

/** Are these two runs comparable, and which is better? */
export function ExperimentsScreen({
  report,
  pair,
  two,
}: {
  report: ExperimentsReport
  pair: { base: string; variant: string } | null
  two: TwoRuns | null
}) {
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
          {sources.includes('measured') && (
            <span>measured: the workbench, a search program, not a language model</span>
          )}
          <span>
            paired with <Term of="twin">the same model, agent and version without memory</Term>
          </span>
        </>
      }
    >
      <div className="divide-y divide-hairline">
        <BringResults />
        <PlansSection plans={report.plans} />
        {pair && <TwoRunsSection runs={report.runs} plans={report.plans} pair={pair} two={two} />}
        <TwinsSection report={report} />
        {report.waterfalls.map((waterfall) => (
          <WaterfallSection key={waterfall.setting} waterfall={waterfall} />
        ))}
        <Section
          id="runs"
          title="Every run"
          note="share of instances resolved; dots: runs, bar: their mean, line: Student’s 95 % over runs"
        >
          <ChartFigure
            name="experiments-runs"
            draw={(width) => drawArms(report.arms, width)}
            table={armTable(report.arms)}
            caption="runs of one arm differ by order and sampling, not by task"
          />
        </Section>
        <Brought runs={report.runs.filter(({ id }) => !id.startsWith('shipped-'))} />
      </div>
    </AuditPage>
  )
}

function TwinsSection({ report }: { report: ExperimentsReport }) {
  return (
    <Section
      id="twins"
      title="Arms against their twins"
      note="mean over the arm’s runs less the mean over all runs without memory; bootstrap over instances, 10,000 draws; p by sign flips over instances, Holm over all arms; told apart where both say so; over runs: Welch · permutation"
      end={<CsvLink fileName="experiments-twins.csv" rows={twinTable(report)} />}
    >
      <Twins report={report} />
      {report.withoutTwin.map(({ setting, arm, runs }) => (
        <p key={`${setting} ${arm}`} className="mt-1 text-ink-2 text-small">
          {arm}, {setting}: {plural(runs, 'run')} without a twin, so nothing is said of memory.
        </p>
      ))}
      <Note>
        Instances of one repository are not independent, and workbench tasks of one function are not either;
        the interval by repository stands beside. Where no plan was frozen before the results, a row was
        looked at, not decided on.
      </Note>
    </Section>
  )
}

function WaterfallSection({ waterfall }: { waterfall: Waterfall }) {
  return (
    <Section
      id={`waterfall-${waterfall.setting}`}
      title="The arms in order"
      note={`${waterfall.setting}: ${plural(waterfall.n, 'instance')} that every arm knows; mean over runs; neighbours differ in more than one piece`}
    >
      <ChartFigure
        name="experiments-waterfall"
        draw={(width) => drawWaterfall(waterfall, width)}
        table={waterfallTable(waterfall)}
        caption="bar: from the arm before to this one, filled up, hatched down; line: 95 % of the change, paired by instance; not adjusted, looked at, not decided on"
      />
    </Section>
  )
}

function Twins({ report: { twins, plans } }: { report: ExperimentsReport }) {
  if (twins.length === 0) return <p className="mt-2 text-ink-3">No arm stands beside runs without memory.</p>
  const range = (one: { low: number; high: number } | null) =>
    known(one, ({ low, high }) => `${signedPp(low)} to ${signedPp(high)}`, 'One repository')
  return (
    <FigureTable
      label="Gain over the twin by arm"
      first="arm"
      heads={[
        'gain pp',
        '95 % interval',
        'by repository',
        'Holm p',
        'p over runs',
        'instances',
        'runs',
        'left out',
        'per additional solve',
        'told apart',
        'decided',
      ]}
      rows={twins.map((row) => ({
        name: `${row.arm}, ${row.setting}`,
        cells: [
          signedPp(row.gainPp),
          range(row),
          range(row.clustered),
          row.adjustedP.toPrecision(2),
          overRuns(row),
          row.n,
          `${row.runs} · ${row.vanillaRuns}`,
          row.onlyArm.length + row.onlyVanilla.length,
          known(row.perSolveUsd, formatUsd, isTold(row) ? 'Cost not reported' : 'No gain told apart'),
          isTold(row) ? 'yes' : 'cannot tell',
          planOf(plans, row.ids) ? 'planned' : 'looked at',
        ],
      }))}
    />
  )
}

/** Runs are few: Welch's test leans on their spread, the permutation counts orders. */
function overRuns({ welch, permutationP }: ExperimentsReport['twins'][number]) {
  if (welch === null && permutationP === null) return <Hatch key="w" label="One run a side" />
  return `${welch?.p.toPrecision(2) ?? '\u2013'} · ${permutationP?.toPrecision(2) ?? '\u2013'}`
}

function Brought({ runs }: { runs: RunRow[] }) {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const { tell } = useTelling()
  const remove = async (run: RunRow) => {
    const answer = await tell(commands.removeRuns({ ids: [run.id] }))
    if (!answer.ok) return
    router.refresh()
    toast.show({
      text: '1 run taken out',
      undo: {
        name: `run ${run.id}`,
        run: () => void commands.restoreRuns({ ids: [run.id] }).then(() => router.refresh()),
      },
    })
  }
  return (
    <Section id="brought" title="Brought in" note="instances without a verdict are counted for nothing">
      {runs.length === 0 ? (
        <p className="mt-2 text-ink-3">
          Nothing yet. <code className="font-mono">npm run experiments -- FILE …</code> does the same as the
          buttons above.
        </p>
      ) : (
        <FigureTable
          label="Runs that were brought in"
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
              <Button key="r" variant="quiet" onClick={() => void remove(run)}>
                Take out
              </Button>,
            ],
          }))}
        />
      )}
    </Section>
  )
}
