'use client'

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { Step } from '@/lib/memory/trajectory.ts'
import type { EpisodeDetail } from '@/lib/memory/views.ts'
import { clampStep } from './clamp-step.ts'
import { LanesChart } from './lanes-chart.tsx'
import { StepList } from './step-list.tsx'
import { StepView } from './step-view.tsx'
import { SubtaskPanel } from './subtask-panel.tsx'
import { useStep, useStepSearch } from './use-steps.ts'

/** Lanes over reader: one step is current, in the address, and everywhere marked. */
export function EpisodeReader(props: EpisodeReaderProps) {
  const state = useReader(props)
  const { children, detail, findInput, go, labels, position, search, setUrl, step, subtask, url } = state

  return (
    <>
      <ReaderTop {...state} />
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
            steps={detail.steps}
            step={step}
            onStep={go}
            find={url.find}
            onFind={(find) => void setUrl({ find: find === '' ? null : find })}
            search={search}
            inputRef={findInput}
          />
        </nav>
        <StepPane {...state} />
        <aside
          aria-label="Subtask"
          className="border-hairline md:min-h-full px-6 pt-3.5 pb-8 max-xl:col-start-2 max-xl:border-t xl:border-l md:max-xl:border-l max-md:order-3 max-md:p-4"
        >
          <SubtaskPanel subtask={subtask} position={position + 1} labels={labels} step={step} />
        </aside>
      </div>
    </>
  )
}

type EpisodeReaderProps = {
  detail: EpisodeDetail
  /** The step of the address, read with the page. */
  first: Step | null
  /** What can be done with the whole run. */
  actions?: ReactNode
  /** The head of the page. */
  children: ReactNode
}

type ReaderState = ReturnType<typeof useReader>

function useReader({ detail, first, actions, children }: EpisodeReaderProps) {
  const { episode, subtasks, labels } = detail
  const [url, setUrl] = useQueryStates(
    { step: parseAsInteger.withDefault(1), find: parseAsString.withDefault('') },
    { history: 'replace', shallow: true },
  )
  const { step } = clampStep(String(url.step), episode.stepCount)
  const query = useStep(episode.id, step, episode.stepCount, first)
  const needle = url.find.trim().length >= 2 ? url.find.trim() : ''
  const search = useStepSearch(episode.id, episode.stepCount, needle)
  const toast = useToast()
  const findInput = useRef<HTMLInputElement>(null)
  const position = subtasks.findIndex((one) => step >= one.fromStep && step <= one.toStep)
  const subtask = subtasks[position] ?? null

  // An address can name a step that is not there: it goes to the nearest one, and that is said.
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get('step')
    const { step, isCorrected } = clampStep(asked, episode.stepCount)
    if (!isCorrected) return
    void setUrl({ step })
    toast.show({
      text: `There ${episode.stepCount === 1 ? 'is' : 'are'} ${plural(episode.stepCount, 'step')}. This is step ${step}.`,
    })
  }, [episode.stepCount, setUrl, toast])

  const go = (n: number) => {
    if (n >= 1 && n <= episode.stepCount) void setUrl({ step: n })
  }
  const onward = (by: 1 | -1) => {
    if (needle === '') return go(step + by)
    const hits = [...search.matches.keys()].sort((a, b) => a - b)
    const next = by === 1 ? hits.find((n) => n > step) : hits.findLast((n) => n < step)
    if (next !== undefined) go(next)
  }
  const focusFind = () => findInput.current?.focus()
  useHotkeys([
    { keys: 'n', label: needle ? 'Next step that holds the search' : 'Next step', run: () => onward(1) },
    {
      keys: 'p',
      label: needle ? 'Previous step that holds the search' : 'Previous step',
      run: () => onward(-1),
    },
    { keys: ']', label: 'Next subtask', run: () => go(subtasks[position + 1]?.fromStep ?? step) },
    { keys: '[', label: 'Previous subtask', run: () => go(subtasks[position - 1]?.fromStep ?? step) },
    { keys: '/', label: 'Find in steps', run: focusFind },
    {
      keys: 'Escape',
      label: 'Clear the search',
      run: () => void setUrl({ find: null }),
      when: url.find !== '',
    },
  ])
  return {
    actions,
    children,
    detail,
    episode,
    findInput,
    focusFind,
    go,
    labels,
    needle,
    onward,
    position,
    query,
    search,
    setUrl,
    step,
    subtask,
    url,
  }
}

function StepPane({ episode, needle, onward, query, step, subtask }: ReaderState) {
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
              <Button disabled={step >= episode.stepCount} onClick={() => onward(1)}>
                Next
              </Button>
            </span>
            <StepLink step={step} />
          </>
        }
      />
    </div>
  )
}

function ReaderTop({ actions, episode, focusFind }: ReaderState) {
  return (
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
  )
}

function StepLink({ step }: { step: number }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="link max-md:hidden"
      onClick={() => {
        const url = new URL(window.location.href)
        url.searchParams.set('step', String(step))
        void navigator.clipboard.writeText(url.href).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2_000)
        })
      }}
    >
      <span aria-live="polite">{isCopied ? 'Link copied' : 'Link to this step'}</span>
    </button>
  )
}
