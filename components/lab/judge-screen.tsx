'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, ErrorState, Progress, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { EXPERIENCE_PARTS } from '@/lib/memory/experience.ts'
import type { JudgingTask, NextPair } from '@/lib/memory/studies/retrieval.ts'

const GRADES = [
  { grade: 0, label: 'no help' },
  { grade: 1, label: 'near it' },
  { grade: 2, label: 'helps' },
  { grade: 3, label: 'just what is needed' },
]

/** One pair at a time, 0 to 3, without a word about who found it. */
export function JudgeScreen({ runId }: { runId: string }) {
  const state = useJudging(runId)
  const { ask, by, fault, isBusy, pair, setBy, takeBack } = state
  const takesBack = pair && pair.doneCount > 0 && (
    <Button variant="quiet" keys="⌫" disabled={isBusy} onClick={() => void takeBack()}>
      Take back
    </Button>
  )
  return (
    <Screen
      // Not its name, which may tell what it compares.
      crumbs={[
        { label: 'Audit', path: '/audit' },
        { label: 'The study', path: `/audit/studies/${runId}` },
        { label: 'Judge' },
      ]}
      question="Would this lesson have helped with this question?"
      verdict={progressOf(pair)}
      basis={
        <>
          <ReviewerName name={by} onName={setBy} />
          {by && <span className="text-ink-3">stop at any time, what is judged counts</span>}
        </>
      }
    >
      {pair && <Progress done={pair.doneCount} total={pair.totalCount} label="Pairs judged" />}
      {fault && (
        <ErrorState
          what={fault.message}
          next={fault.hint}
          reference={fault.reference}
          actions={by ? <Button onClick={() => void ask(by, null)}>Try again</Button> : undefined}
        />
      )}
      {by && pair === null && !fault && (
        <div className="px-6 py-6 max-md:px-4">
          <Skeleton lines={4} label="Fetching the first pair" />
        </div>
      )}
      {pair?.task === null && <NothingLeft runId={runId} after={takesBack} />}
      {pair?.task && <Pair {...state} task={pair.task} after={takesBack} />}
    </Screen>
  )
}

function progressOf(pair: NextPair | null): string {
  if (pair === null) return 'Judge without knowing who found it.'
  const total = formatCount(pair.totalCount)
  if (pair.task === null) return `Done: all ${total} pairs are judged.`
  return `${formatCount(pair.totalCount - pair.doneCount)} of ${total} pairs to go.`
}

function NothingLeft({ runId, after }: { runId: string; after: ReactNode }) {
  const href = useProjectHref()
  return (
    <EmptyState
      title="Nothing left to judge here."
      actions={
        <>
          <LinkButton variant="solid" href={href(`/audit/studies/${runId}`)}>
            See what came of it
          </LinkButton>
          {after}
        </>
      }
    >
      A second judge makes the agreement known. Your grades are labels now: of this batch, and of every later
      one that asks the same questions.
    </EmptyState>
  )
}

type JudgeState = ReturnType<typeof useJudging>

function useJudging(runId: string) {
  const asking = useNextPair(runId)
  const { ask, isBusy, pair, setPair } = asking
  const [by, setBy] = useReviewer()
  const toast = useToast()
  useEffect(() => {
    setPair(null)
    if (by) void ask(by, null)
  }, [ask, by, setPair])

  const task = pair?.task ?? null
  const grade = (value: number) => {
    if (by && task && !isBusy) void ask(by, { queryId: task.queryId, entryId: task.entryId, grade: value })
  }
  const takeBack = async () => {
    if (!by || !pair || isBusy) return
    const next = await ask(by, 'take-back')
    if (next && next.doneCount === pair.doneCount)
      toast.show({ text: 'Nothing to take back: these grades are from another batch.' })
  }
  useHotkeys([
    ...GRADES.map(({ grade: value, label }) => ({
      keys: String(value),
      label: `Grade ${value}: ${label}`,
      run: () => grade(value),
      when: task !== null,
    })),
    {
      keys: 'Backspace',
      label: 'Take the last grade back',
      run: () => void takeBack(),
      when: pair !== null && pair.doneCount > 0,
    },
  ])
  return { ...asking, by, grade, setBy, takeBack }
}

type Judgement = { queryId: string; entryId: string; grade: number } | 'take-back' | null

/** The pair to judge, and how a grade brings the next. */
function useNextPair(runId: string) {
  const { judge } = useCommands()
  const [pair, setPair] = useState<NextPair | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = useCallback(
    async (by: string, judgement: Judgement) => {
      setBusy(true)
      const result = await judge({ runId, by, judgement })
      setBusy(false)
      if (result.ok) setPair(result.value)
      setFault(result.ok ? null : result.error)
      return result.ok ? result.value : null
    },
    [judge, runId],
  )
  // Whoever leaves, also by Back, sees what came of the grades and not the page as it was before.
  const router = useRouter()
  useEffect(() => () => router.refresh(), [router])
  return { ask, fault, isBusy, pair, setPair }
}

function Pair({
  task,
  isBusy,
  grade,
  after,
}: JudgeState & {
  task: JudgingTask
  /** Stands behind the grades. */
  after: ReactNode
}) {
  return (
    <div
      className="grid max-w-[1080px] grid-cols-2 gap-x-10 gap-y-6 px-6 py-6 max-md:grid-cols-1 max-md:px-4"
      aria-busy={isBusy}
    >
      <section aria-label="Question" className="min-w-0">
        <h2 className="flex items-center gap-2 text-ink-3 text-small">
          Asked {task.category && <CategoryMark category={task.category} />}
        </h2>
        <p className="mt-1 max-h-[50vh] overflow-y-auto text-pretty text-title [overflow-wrap:anywhere]">
          {task.queryText}
        </p>
      </section>
      <Lesson task={task} />
      <fieldset className="col-span-full flex flex-wrap gap-2 border-hairline border-t pt-4">
        <legend className="sr-only">Grade</legend>
        {GRADES.map(({ grade: value, label }) => (
          <Button key={value} keys={String(value)} disabled={isBusy} onClick={() => grade(value)}>
            {label}
          </Button>
        ))}
        {after}
      </fieldset>
    </div>
  )
}

function Lesson({ task: { objective, lesson } }: { task: JudgingTask }) {
  const parts = EXPERIENCE_PARTS.filter((part) => lesson[part] !== '')
  return (
    <section aria-label="Lesson" className="min-w-0">
      <h2 className="text-ink-3 text-small">Lesson</h2>
      <p className="mt-1 text-pretty font-medium text-title">{objective}</p>
      <dl className="mt-2 grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-1">
        {parts.map((part) => (
          <div key={part} className="contents">
            <dt className="text-ink-3 capitalize">{part}</dt>
            <dd className="text-pretty">{lesson[part]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
