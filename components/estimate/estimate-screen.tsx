'use client'

import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import { EmptyState, Progress } from '@/components/ui/states.tsx'
import { reportSample, type SampleReport } from '@/lib/memory/findings/quality.ts'
import { EarlierList } from './earlier-list.tsx'
import { ESTIMATE_CRUMBS, estimateVerdict, junkCountWords, shareWords } from './estimate-words.ts'
import { PrecisionTable } from './precision-table.tsx'
import { SizeField } from './size-field.tsx'
import { type EstimateScreenProps, type EstimateState, SIZE, useEstimate, VERDICTS } from './use-estimate.ts'
import { LessonAlone, Verdicts } from './verdicts.tsx'

/** Draw, judge, act by the rule that finds it, draw again until the rest is below the bound. */
export function EstimateScreen(props: EstimateScreenProps) {
  const state = useEstimate(props)
  const { said, sample, setRule } = state
  const report = sample && reportSample(sample)
  return (
    <Screen
      crumbs={ESTIMATE_CRUMBS}
      question="How much of this is junk, and which rule finds it?"
      verdict={
        sample && report
          ? estimateVerdict(report, sample.population, state.bound)
          : `Draw some of ${plural(state.matchCount, 'entry', 'entries')} and judge them.`
      }
      basis={<EstimateBasis {...state} report={report} />}
    >
      <EstimateBar {...state} />
      {sample && <Progress done={said.size} total={sample.items.length} label="Judged by you" />}
      {sample && report ? (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-[minmax(0,1fr)]">
          <div className="min-w-0">
            <NextEntry {...state} total={sample.items.length} />
          </div>
          <aside
            aria-label="What the sample says"
            className="min-w-0 border-hairline lg:border-l max-lg:border-t"
          >
            <PrecisionTable report={report as SampleReport} onRule={setRule} />
          </aside>
        </div>
      ) : (
        <NoSample {...state} />
      )}
      <RetireRest {...state} />
    </Screen>
  )
}

type BasisProps = EstimateState & { report: SampleReport | null }

function EstimateBasis({ matchCount, sample, source, report }: BasisProps) {
  if (!sample || !report)
    return (
      <span>
        <SourceChip source={source} /> {formatCount(matchCount)} match the filter
      </span>
    )
  return (
    <>
      <span>
        <SourceChip source="measured" /> {formatCount(report.judgedCount)} of{' '}
        {plural(sample.items.length, 'entry', 'entries')} judged, drawn at random
        {report.unsureCount > 0 && `, ${formatCount(report.unsureCount)} unsure and left out`}
      </span>
      {report.junk && (
        <span>
          {shareWords(report.junk)}
          {!report.isJudged && ', however often one looks'}
        </span>
      )}
      {report.junk && <span>{junkCountWords(report, sample.population)}</span>}
      <span className="text-ink-3">seed {sample.seed}</span>
    </>
  )
}

function EstimateBar({
  asked,
  bound,
  by,
  draw,
  isDrawing,
  sample,
  setBound,
  setBy,
  setSize,
  size,
}: EstimateState) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
      <ReviewerName name={by} onName={setBy} />
      <label className="flex items-center gap-2 text-small">
        Until the rest is below
        <TextInput
          type="number"
          min={0}
          max={100}
          value={Math.round(bound * 100)}
          onChange={(event) => void setBound(Number(event.target.value) / 100)}
          className="w-16!"
        />
        %
      </label>
      <span className="ml-auto flex items-center gap-2 text-small">
        <SizeField label="Draw" value={size} usual={SIZE} onChange={setSize} />
        <Button
          variant={sample || !by ? 'plain' : 'solid'}
          disabled={isDrawing}
          onClick={() => void draw(sample?.asked ?? asked)}
        >
          {sample ? 'Sample again' : 'Draw a sample'}
        </Button>
      </span>
    </div>
  )
}

function NoSample({ bound, samples, size }: EstimateState) {
  const href = useProjectHref()
  return (
    <>
      <EmptyState
        title="Judge a few to know about all."
        actions={
          <LinkButton href={href('/memories/review/blind')}>Read extractors blind, side by side</LinkButton>
        }
      >
        {plural(size, 'entry', 'entries')} are drawn at random and shown one at a time, without flags and
        findings. Say junk, keep or unsure by key. The answer is the share of junk with its interval, and for
        each flag how often it was right; then retire by the rule that is right most often, and sample again
        until the rest is below {formatPercent(bound)}.
      </EmptyState>
      <EarlierList
        title="Earlier samples"
        rows={samples.map(({ id, createdAt, judged, size: drawn, population, junk }) => ({
          id,
          createdAt,
          href: href('/memories/review/sample', { sample: id }),
          words: (
            <>
              <span>
                {formatCount(judged)} of {formatCount(drawn)} judged, from{' '}
                {plural(population, 'entry', 'entries')}
              </span>
              <span className="ml-auto num">{judged > 0 ? `${formatPercent(junk / judged)} junk` : ''}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

/** The entry to judge now, or that none is left. */
function NextEntry({ by, isBusy, next, said, say, takeBack, total }: EstimateState & { total: number }) {
  const takesBack = takeBack && (
    <Button variant="quiet" keys="⌫" disabled={isBusy} onClick={takeBack}>
      Take back
    </Button>
  )
  if (next === null)
    return (
      <EmptyState title={`All ${formatCount(total)} are judged.`} actions={takesBack}>
        Act by the rule with the highest precision, then sample again.
      </EmptyState>
    )
  const { category, description, experience } = next.entry
  return (
    <LessonAlone
      label="Entry to judge"
      place={said.size + 1}
      total={total}
      lesson={{ ...description, category, title: experience.title, parts: experience }}
    >
      <Verdicts verdicts={VERDICTS} disabled={isBusy || !by} onSay={(verdict) => say?.(verdict)}>
        {takesBack}
        <span className="self-center text-ink-3 text-small">
          Flags and findings are hidden while you judge.
        </span>
      </Verdicts>
    </LessonAlone>
  )
}

function RetireRest({ rule, sample, setRule }: EstimateState) {
  const { run, isPending } = useEntryChanges()
  return (
    rule !== null &&
    sample && (
      <BulkDialog
        verb="retire"
        filter={{
          ...sample.asked,
          expression: [sample.asked.expression && `(${sample.asked.expression})`, rule]
            .filter(Boolean)
            .join(' '),
        }}
        inWords={`By the rule ${rule}`}
        run={run}
        isPending={isPending}
        onClose={() => setRule(null)}
        onDone={() => setRule(null)}
      />
    )
  )
}
