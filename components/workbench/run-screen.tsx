'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, useTransition } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { armWords } from '@/components/marks/arm-words.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { LoupeFault } from '@/components/ui/faults/fault-error.ts'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatDuration } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState, Progress } from '@/components/ui/states.tsx'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import type { WorkbenchArm } from '@/lib/memory/workbench/workbench.ts'
import type { WorkbenchRunView } from '@/lib/memory/workbench/workbench-views.ts'
import { PlanList } from './plan-list.tsx'
import { AXES, curvesOf, workbenchVerdict } from './prepare-workbench.ts'
import { RunFigure } from './run-figure.tsx'
import { TaskTable } from './task-table.tsx'
import { QUESTION } from './workbench-screen.tsx'

const LOOK_AGAIN_MS = 700

type JobAction = (input: { jobId: string }) => Promise<ActionResult<null>>

type RunScreenProps = {
  initial: WorkbenchRunView
  /** The dot whose tasks are shown, from the address. */
  chosen: { arm: WorkbenchArm; at: number } | null
}

/** One run: its plan, how far it is, the curve, and the tasks behind the chosen dot. */
export function RunScreen({ initial, chosen }: RunScreenProps) {
  const { data, error, refetch, fault, isBusy, act, stop, goOn } = useRun(initial)
  const { plan } = data
  const isComplete = data.drawsDone >= plan.draws
  return (
    <>
      <TopBar
        crumbs={[{ label: 'Workbench', path: '/workbench' }, { label: `${plan.design} on ${plan.world}` }]}
      />
      <RunHead data={data} isComplete={isComplete} />
      {!isComplete && (
        <RunProgress data={data} isBusy={isBusy} onStop={() => act(stop)} onGoOn={() => act(goOn)} />
      )}
      {error && (
        <ErrorState
          what="How far it is could not be read."
          where={error.message}
          next="The run goes on by itself."
          reference={error instanceof LoupeFault ? error.reference : null}
          actions={<Button onClick={() => void refetch()}>Look again</Button>}
        />
      )}
      {fault && <ErrorState what={fault} next="Look at the list of jobs." />}
      <RunResults {...{ id: initial.id, data, chosen, isComplete }} />
    </>
  )
}

type RunResultsProps = Pick<RunScreenProps, 'chosen'> & {
  id: string
  data: WorkbenchRunView
  isComplete: boolean
}

/** The curve beside the plan, and the tasks of one dot. */
function RunResults({ id, data: { plan, run }, chosen, isComplete }: RunResultsProps) {
  const curves = run ? curvesOf(run, isComplete) : []
  const dot = chosen ?? { arm: plan.primary.a, at: Number.NaN }
  const points = curves.find(({ arm }) => arm === dot.arm)?.points ?? []
  const point = points.find(({ x }) => x === dot.at) ?? points.at(-1)
  const unit = AXES[plan.design].label
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_380px] divide-x divide-hairline max-xl:grid-cols-[minmax(0,1fr)] max-xl:divide-x-0 max-xl:divide-y">
        <Section title="Tasks resolved" note={`by ${unit} · a search program, not a language model`}>
          {run ? (
            <RunFigure id={id} run={run} curves={curves} isComplete={isComplete} />
          ) : (
            <p className="mt-3 text-ink-3">The first draw is on its way.</p>
          )}
        </Section>
        <Section title="Decided before the start" note="nothing of it changes while it runs">
          <PlanList plan={plan} commit={run?.commit ?? null} />
        </Section>
      </div>
      {run && point && (
        <TaskTable
          key={`${dot.arm} ${point.x}`}
          run={run}
          runId={id}
          arm={dot.arm}
          place={point}
          title={`${armWords(dot.arm)}, ${point.x} ${unit}`}
        />
      )}
    </>
  )
}

/** The run as it stands, looked at again while it goes on, and what can be done with it. */
function useRun(initial: WorkbenchRunView) {
  const { cancelJob: stop, retryJob: goOn } = useCommands()
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, start] = useTransition()
  const { data, error, refetch } = useQuery({
    queryKey: ['workbench-run', initial.id],
    queryFn: ({ signal }) => fetchJson<WorkbenchRunView>(`/api/v1/workbench-runs/${initial.id}`, signal),
    initialData: initial,
    enabled: initial.jobId !== null,
    refetchInterval: (query) => (isOpen(query.state.data?.state) ? LOOK_AGAIN_MS : false),
  })
  const act = (action: JobAction) =>
    start(async () => {
      const result = await action({ jobId: data.jobId ?? '' })
      setFault(result.ok ? null : `${result.error.message} ${result.error.hint}`)
      await refetch()
    })
  return { data, error, refetch, fault, isBusy, act, stop, goOn }
}

function RunHead({ data, isComplete }: { data: WorkbenchRunView; isComplete: boolean }) {
  const { plan, drawsDone } = data
  return (
    <PageHead
      question={QUESTION}
      verdict={workbenchVerdict(data)}
      basis={
        <>
          <SourceChip source="measured" />
          <span>a search program, not a language model</span>
          <span>
            {plan.tasks} tasks, {drawsDone} of {plan.draws} draws
          </span>
          {!isComplete && <span className="text-ink-3">intervals when all draws are done</span>}
        </>
      }
    />
  )
}

function RunProgress({
  data: { plan, drawsDone, state, remainingMs },
  isBusy,
  onStop,
  onGoOn,
}: {
  data: WorkbenchRunView
  isBusy: boolean
  onStop: () => void
  onGoOn: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 max-md:px-4">
      <div className="min-w-48 flex-1">
        <Progress done={drawsDone} total={plan.draws} label="Draws of the run" />
      </div>
      <span className="text-ink-2 text-small">
        {state}
        {remainingMs === null ? '' : `, ${formatDuration(Math.max(1_000, remainingMs))} left`}
      </span>
      {isOpen(state) ? (
        <Button disabled={isBusy} onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={onGoOn}>
          Go on
        </Button>
      )}
    </div>
  )
}

function isOpen(state: string | undefined): boolean {
  return state === 'waiting' || state === 'running'
}
