'use client'

import { useRouter } from 'next/navigation'
import { parseAsFloat, useQueryState } from 'nuqs'
import { useState } from 'react'
import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import { EmptyState, Progress } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import {
  type QualityVerdict,
  reportSample,
  type SampleHead,
  type SampleReport,
  type SampleView,
} from '@/lib/memory/findings/quality.ts'
import type { Source } from '@/lib/memory/source.ts'
import { EarlierList } from './earlier-list.tsx'
import { estimateVerdict, junkCountWords, shareWords } from './estimate-words.ts'
import { PrecisionTable } from './precision-table.tsx'
import { LessonAlone, useVerdictKeys, Verdicts } from './verdicts.tsx'

const QUESTION = 'How much of this is junk, and which rule finds it?'
const SIZE = 50
const VERDICTS: { verdict: QualityVerdict; keys: string; label: string }[] = [
  { verdict: 'junk', keys: 'x', label: 'Junk' },
  { verdict: 'keep', keys: 'y', label: 'Keep' },
  { verdict: 'unsure', keys: 'u', label: 'Unsure' },
]

/** Draw, judge, act by the rule that finds it, draw again until the rest is below the bound. */
export function EstimateScreen(props: EstimateScreenProps) {
  const state = useEstimate(props)
  const { said, sample, setRule } = state
  const report = sample && reportSample(sample)
  return (
    <>
      <EstimateHead {...state} report={report} />
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
    </>
  )
}

function EstimateHead({
  bound,
  matchCount,
  sample,
  source,
  report,
}: EstimateState & { report: SampleReport | null }) {
  return (
    <PageHead
      question={QUESTION}
      verdict={
        sample && report
          ? estimateVerdict(report, sample.population, bound)
          : `Draw some of ${plural(matchCount, 'entry', 'entries')} and judge them.`
      }
      basis={
        sample && report ? (
          <>
            <span>
              <SourceChip source="measured" /> {formatCount(report.judgedCount)} of{' '}
              {plural(sample.items.length, 'entry', 'entries')} judged, drawn at random
              {report.unsureCount > 0 && `, ${formatCount(report.unsureCount)} unsure and left out`}
            </span>
            {report.junk && <span>{shareWords(report.junk)}</span>}
            {report.junk && <span>{junkCountWords(report, sample.population)}</span>}
            <span className="text-ink-3">seed {sample.seed}</span>
          </>
        ) : (
          <span>
            <SourceChip source={source} /> {formatCount(matchCount)} match the filter
          </span>
        )
      }
    />
  )
}

type EstimateScreenProps = {
  asked: AskedFilter
  matchCount: number
  sample: SampleView | null
  samples: SampleHead[]
  source: Source
}

type EstimateState = ReturnType<typeof useEstimate>

function useEstimate(props: EstimateScreenProps) {
  const [by, setBy] = useReviewer()
  const [bound, setBound] = useQueryState('bound', parseAsFloat.withDefault(0.05))
  const [rule, setRule] = useState<string | null>(null)
  return {
    ...props,
    ...useJudging(props.sample, by),
    ...useDraw(by),
    bound,
    by,
    rule,
    setBound,
    setBy,
    setRule,
  }
}

/** Draws a sample and goes to it. */
function useDraw(by: string | null) {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const [size, setSize] = useState(SIZE)
  const [isDrawing, setDrawing] = useState(false)
  const draw = async (filter: AskedFilter) => {
    if (!by) {
      toast.show({ text: 'Say who reviews first.' })
      return
    }
    setDrawing(true)
    const result = await commands.drawSample({ filter, size, by })
    setDrawing(false)
    if (!result.ok) toast.show({ text: `${result.error.message} ${result.error.hint}`, tone: 'danger' })
    else {
      const search = new URLSearchParams(location.search)
      search.set('sample', result.value.id)
      router.push(`/estimate?${search}`)
    }
  }
  return { draw, isDrawing, setSize, size }
}

/** The sample one by one, in the order in which it was drawn. */
function useJudging(first: SampleView | null, by: string | null) {
  const commands = useCommands()
  const toast = useToast()
  const [sample, setSample] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const said = new Set(sample?.verdicts.filter((one) => one.by === by).map(({ entryId }) => entryId))
  const next = sample?.items.find(({ entry }) => !said.has(entry.id)) ?? null
  const last = sample?.items.filter(({ entry }) => said.has(entry.id)).at(-1)
  const judge = async (entryId: string, verdict: QualityVerdict | null) => {
    if (!sample || !by || isBusy) return
    setBusy(true)
    const result = await commands.judgeEntry({ sampleId: sample.id, entryId, verdict, by })
    setBusy(false)
    if (result.ok && result.value) setSample(result.value)
    else if (!result.ok) toast.show({ text: result.error.message, tone: 'danger' })
  }
  const say = next && by ? (verdict: QualityVerdict) => void judge(next.entry.id, verdict) : null
  const takeBack = last ? () => void judge(last.entry.id, null) : null
  useVerdictKeys(VERDICTS, say, takeBack)
  return { isBusy, next, said, sample, say, takeBack }
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
      <span className="ml-auto flex items-center gap-2">
        <label className="flex items-center gap-2 text-small">
          <span className="whitespace-nowrap">Draw</span>
          <TextInput
            type="number"
            min={1}
            max={1_000}
            value={size}
            onChange={(event) => setSize(Math.max(1, Number(event.target.value) || SIZE))}
            className="w-16!"
          />
        </label>
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
        actions={<LinkButton href={href('/estimate/blind')}>Read extractors blind, side by side</LinkButton>}
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
          href: href('/estimate', { sample: id }),
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
