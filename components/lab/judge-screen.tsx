'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, ErrorState, Progress, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { JudgingTask, NextPair } from '@/lib/memory/lab/batch.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { LabTabs } from './lab-tabs.tsx'

type Fault = Extract<ActionResult<unknown>, { ok: false }>['error']

const GRADES = [
  { grade: 0, label: 'no help' },
  { grade: 1, label: 'near it' },
  { grade: 2, label: 'helps' },
  { grade: 3, label: 'just what is needed' },
]
/** The judge's name stays in this browser. */
const NAME_KEY = 'loupe-judge'

/** One pair at a time, 0 to 3, without a word about who found it. */
export function JudgeScreen(props: JudgeScreenProps) {
  const state = useJudging(props)
  const { ask, by, fault, grade, hasJudged, isBusy, pair, runId, setBy, takeBack, task } = state
  const takesBack = hasJudged && (
    <Button variant="quiet" keys="U" disabled={isBusy} onClick={() => void takeBack()}>
      Take back
    </Button>
  )
  const onName = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('by') ?? '').trim()
    if (name === '') return
    localStorage.setItem(NAME_KEY, name)
    setBy(name)
    void ask(name, null)
  }

  return (
    <>
      <TopBar
        crumbs={[
          { label: 'Lab', path: '/lab' },
          // Not its name, which may tell what it compares.
          { label: 'The batch', path: `/lab/batch/${runId}` },
          { label: 'Judge' },
        ]}
      />
      <LabTabs />
      <JudgeHead {...state} />
      {pair && <Progress done={pair.doneCount} total={pair.totalCount} label="Pairs judged" />}
      {fault && (
        <ErrorState
          what={fault.message}
          next={fault.hint}
          reference={fault.reference}
          actions={by ? <Button onClick={() => void ask(by, null)}>Try again</Button> : undefined}
        />
      )}
      <AskName {...state} onName={onName} />
      {by !== '' && pair === null && !fault && (
        <div className="px-6 py-6 max-md:px-4">
          <Skeleton lines={4} label="Fetching the first pair" />
        </div>
      )}
      <NothingLeft {...state} takesBack={takesBack} />
      {task && <Pair task={task} isBusy={isBusy} onGrade={grade} after={takesBack} />}
    </>
  )
}

function JudgeHead({ by, pair, setBy, setPair }: JudgeState) {
  return (
    <PageHead
      question="Would this lesson have helped with this question?"
      verdict={
        pair === null
          ? 'Judge without knowing who found it.'
          : pair.task === null
            ? `Done: all ${formatCount(pair.totalCount)} pairs are judged.`
            : `${formatCount(pair.totalCount - pair.doneCount)} of ${formatCount(pair.totalCount)} pairs to go.`
      }
      basis={
        by ? (
          <>
            <span>judged by {by}; stop at any time, what is judged counts</span>
            <span>
              <button
                type="button"
                className="link max-md:min-h-11"
                onClick={() => {
                  localStorage.removeItem(NAME_KEY)
                  setBy('')
                  setPair(null)
                }}
              >
                Someone else
              </button>
            </span>
          </>
        ) : undefined
      }
    />
  )
}

function NothingLeft({ href, pair, runId, takesBack }: JudgeState & { takesBack: ReactNode }) {
  return (
    pair !== null &&
    pair.task === null && (
      <EmptyState
        title="Nothing left to judge here."
        actions={
          <>
            <LinkButton variant="solid" href={href(`/lab/batch/${runId}`)}>
              See what came of it
            </LinkButton>
            {takesBack}
          </>
        }
      >
        A second judge makes the agreement known. Your grades are labels now: of this batch, and of every
        later one that asks the same questions.
      </EmptyState>
    )
  )
}

type JudgeScreenProps = { runId: string }

type JudgeState = ReturnType<typeof useJudging>

function useJudging({ runId }: JudgeScreenProps) {
  const { judge } = useCommands()
  const href = useProjectHref()
  const [by, setBy] = useState<string | null>(null)
  const [pair, setPair] = useState<NextPair | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()

  const ask = useCallback(
    async (
      name: string,
      judgement: { queryId: string; entryId: string; grade: number } | 'take-back' | null,
    ) => {
      setBusy(true)
      const result = await judge({ runId, by: name, judgement })
      setBusy(false)
      if (result.ok) setPair(result.value)
      setFault(result.ok ? null : result.error)
      return result.ok ? result.value : null
    },
    [judge, runId],
  )
  useEffect(() => {
    const name = localStorage.getItem(NAME_KEY)
    setBy(name ?? '')
    if (name) void ask(name, null)
  }, [ask])

  // Whoever leaves, also by Back, sees what came of the grades and not the page as it was before.
  const router = useRouter()
  useEffect(() => () => router.refresh(), [router])

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
  const hasJudged = pair !== null && pair.doneCount > 0
  useHotkeys([
    ...GRADES.map(({ grade: value, label }) => ({
      keys: String(value),
      label: `Grade ${value}: ${label}`,
      run: () => grade(value),
      when: task !== null,
    })),
    { keys: 'u', label: 'Take the last grade back', run: () => void takeBack(), when: hasJudged },
  ])
  return { ask, by, fault, grade, hasJudged, href, isBusy, pair, runId, setBy, setPair, takeBack, task }
}

function AskName({ by, onName }: JudgeState & { onName: (event: FormEvent<HTMLFormElement>) => void }) {
  return (
    by === '' && (
      <form onSubmit={onName} className="grid max-w-[360px] gap-3 px-6 py-6 max-md:px-4">
        <Field label="Who judges?" hint="asked once">
          <TextInput name="by" maxLength={60} required autoFocus />
        </Field>
        <div>
          <Button variant="solid" type="submit">
            Begin
          </Button>
        </div>
      </form>
    )
  )
}

function Pair({
  task,
  isBusy,
  onGrade,
  after,
}: {
  task: JudgingTask
  isBusy: boolean
  onGrade: (grade: number) => void
  /** Stands behind the grades. */
  after: ReactNode
}) {
  const { category } = task
  const parts = (['when', 'do', 'because', 'check'] as const).filter((part) => task.lesson[part] !== '')
  return (
    <div
      className="grid max-w-[1080px] grid-cols-2 gap-x-10 gap-y-6 px-6 py-6 max-md:grid-cols-1 max-md:px-4"
      aria-busy={isBusy}
    >
      <section aria-label="Question" className="min-w-0">
        <h2 className="flex items-center gap-2 text-ink-3 text-small">
          Asked {category && <CategoryMark category={category} />}
        </h2>
        <p className="mt-1 max-h-[50vh] overflow-y-auto text-pretty text-title [overflow-wrap:anywhere]">
          {task.queryText}
        </p>
      </section>
      <section aria-label="Lesson" className="min-w-0">
        <h2 className="text-ink-3 text-small">Lesson</h2>
        <p className="mt-1 text-pretty font-medium text-title">{task.objective}</p>
        <dl className="mt-2 grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-1">
          {parts.map((part) => (
            <div key={part} className="contents">
              <dt className="text-ink-3 capitalize">{part}</dt>
              <dd className="text-pretty">{task.lesson[part]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <fieldset className="col-span-full flex flex-wrap gap-2 border-hairline border-t pt-4">
        <legend className="sr-only">Grade</legend>
        {GRADES.map(({ grade, label }) => (
          <Button key={grade} keys={String(grade)} disabled={isBusy} onClick={() => onGrade(grade)}>
            {label}
          </Button>
        ))}
        {after}
      </fieldset>
    </div>
  )
}
