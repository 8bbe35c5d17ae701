'use client'

import { useRouter } from 'next/navigation'
import { parseAsFloat, useQueryState } from 'nuqs'
import { type ReactNode, useState } from 'react'
import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatInstant, formatPercent, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState, Progress } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { EXPERIENCE_PARTS } from '@/lib/memory/experience.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import {
  type QualityVerdict,
  reportSample,
  type SampleHead,
  type SampleReport,
  type SampleView,
} from '@/lib/memory/findings/quality.ts'
import type { Source } from '@/lib/memory/source.ts'
import { estimateVerdict, junkCountWords, shareWords } from './estimate-words.ts'
import { PrecisionTable } from './precision-table.tsx'

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
  const { by, isBusy, judge, lastJudged, next, said, sample, setRule } = state
  const takesBack = lastJudged !== undefined && (
    <Button variant="quiet" keys="⌫" disabled={isBusy} onClick={() => void judge(lastJudged, null)}>
      Take back
    </Button>
  )
  const report = sample && reportSample(sample)
  return (
    <>
      <EstimateHead {...state} report={report} />
      <EstimateBar {...state} />
      {sample && <Progress done={said.size} total={sample.items.length} label="Judged by you" />}
      {sample && report ? (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-[minmax(0,1fr)]">
          <div className="min-w-0">
            {next === null ? (
              <EmptyState title={`All ${formatCount(sample.items.length)} are judged.`} actions={takesBack}>
                Act by the rule with the highest precision, then sample again.
              </EmptyState>
            ) : (
              <JudgedEntry
                item={next}
                place={said.size + 1}
                total={sample.items.length}
                disabled={isBusy || !by}
                onVerdict={(verdict) => void judge(next.entry.id, verdict)}
                after={takesBack}
              />
            )}
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
            {report.junk && (
              <span>
                {shareWords(report.junk)}
                {!report.isJudged && ', however often one looks'}
              </span>
            )}
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

function useEstimate({ asked, matchCount, sample: first, samples, source }: EstimateScreenProps) {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const href = useProjectHref()
  const [by, setBy] = useReviewer()
  const [bound, setBound] = useQueryState('bound', parseAsFloat.withDefault(0.05))
  const [sample, setSample] = useState(first)
  const [size, setSize] = useState(SIZE)
  const [isBusy, setBusy] = useState(false)
  const [rule, setRule] = useState<string | null>(null)
  const { run, isPending } = useEntryChanges()

  const draw = async (filter: AskedFilter) => {
    if (!by) {
      toast.show({ text: 'Say who reviews first.' })
      return
    }
    setBusy(true)
    const result = await commands.drawSample({ filter, size, by })
    setBusy(false)
    if (!result.ok) toast.show({ text: `${result.error.message} ${result.error.hint}`, tone: 'danger' })
    else {
      const search = new URLSearchParams(location.search)
      search.set('sample', result.value.id)
      router.push(`/estimate?${search}`)
    }
  }
  const said = new Map(
    sample?.verdicts.filter((one) => one.by === by).map(({ entryId, verdict }) => [entryId, verdict]),
  )
  const next = sample?.items.find(({ entry }) => !said.has(entry.id)) ?? null
  const judge = async (entryId: string, verdict: QualityVerdict | null) => {
    if (!sample || !by || isBusy) return
    setBusy(true)
    const result = await commands.judgeEntry({ sampleId: sample.id, entryId, verdict, by })
    setBusy(false)
    if (result.ok && result.value) setSample(result.value)
    else if (!result.ok) toast.show({ text: result.error.message, tone: 'danger' })
  }
  // The items stand in the order of judging.
  const lastJudged = sample?.items.filter(({ entry }) => said.has(entry.id)).at(-1)?.entry.id
  useHotkeys([
    ...VERDICTS.map(({ verdict, keys, label }) => ({
      keys,
      label,
      run: () => next && void judge(next.entry.id, verdict),
      when: next !== null && Boolean(by),
    })),
    {
      keys: 'Backspace',
      label: 'Take the last verdict back',
      run: () => lastJudged && void judge(lastJudged, null),
      when: lastJudged !== undefined,
    },
  ])
  return {
    asked,
    bound,
    by,
    draw,
    href,
    isBusy,
    isPending,
    judge,
    lastJudged,
    matchCount,
    next,
    rule,
    run,
    said,
    sample,
    samples,
    setBound,
    setBy,
    setRule,
    setSize,
    size,
    source,
  }
}

function EstimateBar({
  asked,
  bound,
  by,
  draw,
  isBusy,
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
          disabled={isBusy}
          onClick={() => void draw(sample?.asked ?? asked)}
        >
          {sample ? 'Sample again' : 'Draw a sample'}
        </Button>
      </span>
    </div>
  )
}

function NoSample({ bound, href, samples, size }: EstimateState) {
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
      <Section title="Earlier samples" note={samples.length === 0 ? 'none yet' : 'newest first'}>
        <ul className="mt-2 max-w-[720px]">
          {samples.map((one) => (
            <li key={one.id} className="flex items-center gap-4 border-hairline border-b py-1.5">
              <LinkButton variant="quiet" href={href('/estimate', { sample: one.id })}>
                {formatInstant(one.createdAt)}
              </LinkButton>
              <span>
                {formatCount(one.judged)} of {formatCount(one.size)} judged, from{' '}
                {plural(one.population, 'entry', 'entries')}
              </span>
              <span className="ml-auto num">
                {one.judged > 0 ? `${formatPercent(one.junk / one.judged)} junk` : ''}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function RetireRest({ isPending, rule, run, sample, setRule }: EstimateState) {
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

function JudgedEntry({
  item: { entry },
  place,
  total,
  disabled,
  onVerdict,
  after,
}: {
  item: SampleView['items'][number]
  place: number
  total: number
  disabled: boolean
  onVerdict: (verdict: QualityVerdict) => void
  /** Stands behind the verdicts. */
  after: ReactNode
}) {
  const { description, experience } = entry
  return (
    <section aria-label="Entry to judge" className="px-6 py-4 max-md:px-4">
      <p className="flex items-center gap-3 text-ink-3 text-small" aria-live="polite">
        <CategoryMark category={entry.category} />
        {formatCount(Math.min(place, total))} of {formatCount(total)}
      </p>
      <h2 className="mt-2 max-w-[66ch] text-pretty font-medium text-title">{description.objective}</h2>
      <p className="mt-1 font-mono text-ink-2 text-small">{description.keywords.join('  ')}</p>
      <p className="mt-3 font-medium">{experience.title}</p>
      <dl className="mt-2 grid max-w-[66ch] gap-2">
        {EXPERIENCE_PARTS.filter((part) => experience[part] !== '').map((part) => (
          <div key={part} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
            <dt className="font-mono text-ink-3 text-micro leading-[22px]">{part}</dt>
            <dd className="text-pretty text-read [overflow-wrap:anywhere]">{experience[part]}</dd>
          </div>
        ))}
      </dl>
      <fieldset className="mt-5 flex flex-wrap gap-2 border-hairline border-t pt-4">
        <legend className="sr-only">Verdict</legend>
        {VERDICTS.map(({ verdict, keys, label }) => (
          <Button
            key={verdict}
            keys={keys.toUpperCase()}
            disabled={disabled}
            onClick={() => onVerdict(verdict)}
          >
            {label}
          </Button>
        ))}
        {after}
        <span className="self-center text-ink-3 text-small">
          Flags and findings are hidden while you judge.
        </span>
      </fieldset>
    </section>
  )
}
