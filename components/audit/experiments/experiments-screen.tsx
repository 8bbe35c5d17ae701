'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { Button } from '@/components/ui/button.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatPercent, formatUsd } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import type { TwoRuns } from '@/lib/memory/studies/outcomes/compare-two.ts'
import type { ExperimentsReport, RunRow } from '@/lib/memory/studies/outcomes/report.ts'
import type { FormField } from '@/lib/memory/studies/study.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { BringResults } from './bring-results.tsx'
import { PlansSection } from './plans-section.tsx'
import { resultsPage } from './results-page.ts'

type Pair = { base: string; variant: string }

/** What a person's own runs say of memory, and where they come in. */
export function ExperimentsScreen({ report, pair, two, planFields }: ResultsProps) {
  return (
    <StudyScreen
      room="results"
      page={resultsPage(report, pair && { ...pair, two })}
      choice={pair && <PairChoice runs={report.runs} pair={pair} />}
    >
      <BringResults />
      <PlansSection plans={report.plans} fields={planFields} />
      {report.runs.length > 0 && <Brought runs={report.runs} />}
    </StudyScreen>
  )
}

type ResultsProps = {
  report: ExperimentsReport
  pair: Pair | null
  two: TwoRuns | null
  /** Of the form of a plan. */
  planFields: FormField[]
}

// The page is made anew for each choice: its figures are computed where the runs are.
const OPTIONS = { history: 'replace', shallow: false } as const

/** Which two runs are compared. */
function PairChoice({ runs, pair }: { runs: RunRow[]; pair: Pair }) {
  const [, set] = useQueryStates({ base: parseAsString, variant: parseAsString }, OPTIONS)
  const settings = [...Map.groupBy(runs, ({ setting }) => setting)]
  const choice = (name: keyof Pair, label: string) => (
    <label className="flex min-w-0 items-center gap-2 text-ink-3 text-small">
      {label}
      <Select value={pair[name]} onChange={(event) => void set({ ...pair, [name]: event.target.value })}>
        {settings.map(([setting, own]) => (
          <optgroup key={setting} label={setting}>
            {own.map((run) => (
              <option key={run.id} value={run.id} disabled={run.known === 0}>
                {nameOf(run)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </label>
  )
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4 print:hidden">
      {choice('base', 'Base')}
      {choice('variant', 'Variant')}
    </div>
  )
}

function nameOf({ arm, setting, seed }: RunRow): string {
  return `${arm} · ${setting}${seed === null ? '' : ` · seed ${seed}`}`
}

/** Runs listed before somebody asks for all. */
const LISTED = 20

function Brought({ runs }: { runs: RunRow[] }) {
  const takeOut = useTakeOut()
  const { shown, button } = useCut(runs, LISTED)
  return (
    <Section id="brought" title="Imported runs" note="instances without an outcome are left out">
      <FigureTable
        label="Imported runs"
        first="run"
        heads={['resolved', 'share', 'unknown', 'steps', 'cost', 'file', 'action']}
        rows={shown.map((run) => ({
          name: nameOf(run),
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
      {button}
    </Section>
  )
}
