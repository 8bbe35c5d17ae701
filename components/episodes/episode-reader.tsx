'use client'

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { plural, stepsWords } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { isCategory } from '@/lib/memory/category.ts'
import type { Step } from '@/lib/memory/trajectory.ts'
import type { EpisodeDetail, LabelView, SubtaskView } from '@/lib/memory/views/episodes.ts'
import { clampStep } from './clamp-step.ts'
import { LanesChart } from './lanes-chart.tsx'
import { StepList } from './step-list.tsx'
import { StepView } from './step-view.tsx'
import { useStep, useStepSearch } from './use-steps.ts'

type EpisodeReaderProps = {
  detail: EpisodeDetail
  /** The step of the address, read with the page. */
  first: Step | null
  /** What can be done with the whole run. */
  actions?: ReactNode
  /** The head of the page. */
  children: ReactNode
}

/** Lanes over reader: one step is current, in the address, and everywhere marked. */
export function EpisodeReader({ detail, first, actions, children }: EpisodeReaderProps) {
  const { episode, labels } = detail
  const reader = useReader(detail, first)
  const { step, subtask, position, search, find, go } = reader
  const findInput = useRef<HTMLInputElement>(null)
  const focusFind = () => findInput.current?.focus()
  useHotkeys([{ keys: '/', label: 'Find in steps', run: focusFind }])
  return (
    <>
      <TopBar
        crumbs={[
          { label: 'Episodes', path: '/episodes' },
          { label: episode.instanceId, mono: true },
        ]}
        actions={
          <>
            {actions}
            <Button keys="/" onClick={focusFind} className="max-md:hidden">
              Find in steps
            </Button>
          </>
        }
      />
      {children}
      <section aria-label="Lanes" className="overflow-hidden border-hairline border-b px-6 py-4 max-md:px-4">
        <LanesChart episode={detail} step={step} onStep={go} />
      </section>
      <div className="grid flex-1 grid-cols-[312px_minmax(0,1fr)_320px] items-start max-xl:grid-cols-[272px_minmax(0,1fr)] max-md:flex max-md:flex-col max-md:items-stretch">
        <nav
          aria-label="Steps"
          className="sticky top-11 border-hairline px-6 py-3.5 max-md:static max-md:order-2 max-md:border-b max-md:p-4"
        >
          <StepList
            {...{ step, find, search }}
            steps={detail.steps}
            onStep={go}
            onFind={reader.setFind}
            inputRef={findInput}
          />
        </nav>
        <StepPane reader={reader} stepCount={episode.stepCount} />
        <aside
          aria-label="Subtask"
          className="border-hairline md:min-h-full px-6 pt-3.5 pb-8 max-xl:col-start-2 max-xl:border-t xl:border-l md:max-xl:border-l max-md:order-3 max-md:p-4"
        >
          <SubtaskPanel {...{ subtask, labels, step }} position={position + 1} />
        </aside>
      </div>
    </>
  )
}

function useReader({ episode, subtasks }: EpisodeDetail, first: Step | null) {
  const [url, setUrl] = useQueryStates(
    { step: parseAsInteger.withDefault(1), find: parseAsString.withDefault('') },
    { history: 'replace', shallow: true },
  )
  const { step } = clampStep(String(url.step), episode.stepCount)
  const goTo = useCallback((n: number) => void setUrl({ step: n }), [setUrl])
  useNearestStep(episode.stepCount, goTo)
  const needle = url.find.trim().length >= 2 ? url.find.trim() : ''
  const search = useStepSearch(episode.id, episode.stepCount, needle)
  const position = subtasks.findIndex((one) => step >= one.fromStep && step <= one.toStep)

  const go = (n: number) => {
    if (n >= 1 && n <= episode.stepCount) goTo(n)
  }
  const onward = (by: 1 | -1) => {
    if (needle === '') return go(step + by)
    const hits = [...search.matches.keys()].sort((a, b) => a - b)
    const next = by === 1 ? hits.find((n) => n > step) : hits.findLast((n) => n < step)
    if (next !== undefined) go(next)
  }
  const setFind = (find: string) => void setUrl({ find: find === '' ? null : find })
  const which = needle ? 'step that holds the search' : 'step'
  useHotkeys([
    { keys: 'n', label: `Next ${which}`, run: () => onward(1) },
    { keys: 'p', label: `Previous ${which}`, run: () => onward(-1) },
    { keys: ']', label: 'Next subtask', run: () => go(subtasks[position + 1]?.fromStep ?? step) },
    { keys: '[', label: 'Previous subtask', run: () => go(subtasks[position - 1]?.fromStep ?? step) },
    { keys: 'Escape', label: 'Clear the search', run: () => setFind(''), when: url.find !== '' },
  ])
  return {
    step,
    query: useStep(episode.id, step, episode.stepCount, first),
    subtask: subtasks[position] ?? null,
    position,
    find: url.find,
    setFind,
    needle,
    search,
    go,
    onward,
  }
}

/** An address can name a step that is not there: it goes to the nearest one, and that is said. */
function useNearestStep(stepCount: number, goTo: (step: number) => void) {
  const toast = useToast()
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get('step')
    const { step, isCorrected } = clampStep(asked, stepCount)
    if (!isCorrected) return
    goTo(step)
    toast.show({
      text: `There ${stepCount === 1 ? 'is' : 'are'} ${plural(stepCount, 'step')}. This is step ${step}.`,
    })
  }, [stepCount, goTo, toast])
}

function StepPane({ reader, stepCount }: { reader: ReturnType<typeof useReader>; stepCount: number }) {
  const { query, step, subtask, needle, onward } = reader
  return (
    <div className="min-w-0 border-hairline md:min-h-full px-6 pt-3.5 pb-10 md:border-l max-md:order-1 max-md:border-b max-md:p-4">
      <StepView
        n={step}
        step={query.data}
        error={query.error}
        onRetry={() => void query.refetch()}
        subtask={subtask}
        needle={needle}
        end={
          <>
            <span className="hidden gap-2 max-md:flex">
              <Button disabled={step <= 1} onClick={() => onward(-1)}>
                Previous
              </Button>
              <Button disabled={step >= stepCount} onClick={() => onward(1)}>
                Next
              </Button>
            </span>
            <CopyButton
              variant="quiet"
              className="-my-1 max-md:hidden"
              label="Link to this step"
              done="Link copied"
              text={() => addressOf(step)}
            />
          </>
        }
      />
    </div>
  )
}

function addressOf(step: number): string {
  const url = new URL(window.location.href)
  url.searchParams.set('step', String(step))
  return url.href
}

type SubtaskPanelProps = {
  subtask: SubtaskView | null
  position: number
  labels: LabelView[]
  step: number
}

/** Right column of the reader: the subtask the step belongs to, what was known at its start, what it left. */
function SubtaskPanel({ subtask, position, labels, step }: SubtaskPanelProps) {
  if (subtask === null)
    return (
      <>
        <SectionTitle title="Subtask" note="none" />
        <p className="mt-2 text-ink-2 text-small">
          This step is in no subtask: extraction has not run, or left it out.
        </p>
      </>
    )
  const hasStage = isCategory(subtask.category)
  return (
    <>
      <SectionTitle title={`Subtask ${position}`} note={stepsWords(subtask.fromStep, subtask.toStep)} />
      <p className="mt-2">
        <CategoryMark category={subtask.category} />
      </p>
      <p className="mt-0.5 mb-3 text-pretty font-medium text-read">{subtask.objective}</p>
      <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-2 gap-y-2 border-hairline border-t pt-3 text-small leading-[18px] [&>dt]:text-ink-3">
        {subtask.keywords.length > 0 && (
          <>
            <dt>Keywords</dt>
            <dd>{subtask.keywords.join(', ')}</dd>
          </>
        )}
        {hasStage && (
          <>
            <dt>Known then</dt>
            <dd>
              <KnownAtStart subtask={subtask} />
            </dd>
          </>
        )}
        <dt>Labels</dt>
        <dd>
          {labels.length === 0 && <span className="text-ink-3">nobody labelled it</span>}
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same source may have labelled twice.
            <LabelOfStep key={index} label={label} step={step} />
          ))}
        </dd>
        {hasStage && (
          <>
            <dt>Judged</dt>
            <dd>{JUDGED[subtask.judged]}</dd>
          </>
        )}
        <dt>Left</dt>
        <dd>
          <EntriesLeft subtask={subtask} />
        </dd>
      </dl>
    </>
  )
}

function KnownAtStart({ subtask: { descriptionAtStart: known, fromStep } }: { subtask: SubtaskView }) {
  return (
    <>
      {known.objective}
      {known.keywords.length > 0 && <span className="text-ink-3">; {known.keywords.join(', ')}</span>}
      <span className="block text-ink-3">
        {fromStep === 1
          ? 'from the task alone'
          : `from the task and ${fromStep - 1} earlier ${fromStep === 2 ? 'step' : 'steps'}`}
      </span>
    </>
  )
}

function LabelOfStep({ label, step }: { label: LabelView; step: number }) {
  const span = label.spans.find((one) => step >= one.fromStep && step <= one.toStep)
  return (
    <span className="block">
      {label.by || label.source}
      {label.blind && ', blind'}{' '}
      {span ? (
        <CategoryMark category={span.category} className="ml-0.5" />
      ) : (
        <span className="text-ink-3">not this step</span>
      )}
    </span>
  )
}

function EntriesLeft({ subtask: { entries, skippedBecause } }: { subtask: SubtaskView }) {
  const href = useProjectHref()
  if (entries.length === 0)
    return <span className="text-ink-2">nothing{skippedBecause ? `: ${skippedBecause}` : ''}</span>
  return entries.map((entry) => (
    <span key={entry.id} className="block">
      <Link href={href(`/memories/${entry.id}`)} className="link max-md:inline-block max-md:py-3.5">
        {entry.title}
      </Link>{' '}
      {entry.lifecycle !== 'approved' && <LifecycleMark lifecycle={entry.lifecycle} />}
    </span>
  ))
}

const JUDGED = {
  correct: 'its own evidence shows success',
  incorrect: 'its own evidence shows failure',
  undetermined: 'its own evidence shows neither',
}
