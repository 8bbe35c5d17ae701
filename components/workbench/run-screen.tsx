'use client'

import { useQuery } from '@tanstack/react-query'
import { Screen } from '@/components/frame/screen.tsx'
import { useJobActs } from '@/components/jobs/use-job-acts.ts'
import { armWords } from '@/components/marks/arm-words.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatDuration } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState, Progress } from '@/components/ui/states.tsx'
import { primaryPlace } from '@/lib/memory/workbench/primary-place.ts'
import type { WorkbenchArm, WorkbenchPlan } from '@/lib/memory/workbench/workbench.ts'
import type { WorkbenchRunView } from '@/lib/memory/workbench/workbench-views.ts'
import { AXES, curvesOf, workbenchVerdict } from './prepare-workbench.ts'
import { RunFigure } from './run-figure.tsx'
import { TaskTable } from './task-table.tsx'
import { QUESTION } from './workbench-screen.tsx'

const LOOK_AGAIN_MS = 700

type RunScreenProps = {
  initial: WorkbenchRunView
  /** The dot whose tasks are shown, from the address. */
  chosen: { arm: WorkbenchArm; at: number } | null
}

/** One run: its plan, how far it is, the curve, and the tasks behind the chosen dot. */
export function RunScreen({ initial, chosen }: RunScreenProps) {
  const { data, error, refetch, ...acts } = useRun(initial)
  const { plan } = data
  const isComplete = data.drawsDone >= plan.draws
  return (
    <Screen
      crumbs={[{ label: 'Workbench', path: '/workbench' }, { label: `${plan.design} on ${plan.world}` }]}
      question={QUESTION}
      verdict={workbenchVerdict(data)}
      basis={
        <>
          <SourceChip source="measured" />
          <span>a search program, not a language model</span>
          <span>
            {plan.tasks} tasks, {data.drawsDone} of {plan.draws} draws
          </span>
          {!isComplete && <span className="text-ink-3">intervals when all draws are done</span>}
        </>
      }
    >
      {!isComplete && <RunProgress data={data} {...acts} />}
      {error && (
        <ReadErrorState
          error={error}
          what="How far it is could not be read."
          next="The run goes on by itself."
          onRetry={refetch}
          retry="Look again"
        />
      )}
      {acts.fault && <ErrorState what={acts.fault} next="Look at the list of jobs." />}
      <RunResults {...{ id: initial.id, data, chosen, isComplete }} />
    </Screen>
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
  const { data, error, refetch } = useQuery({
    queryKey: ['workbench-run', initial.id],
    queryFn: ({ signal }) => fetchJson<WorkbenchRunView>(`/api/v1/workbench-runs/${initial.id}`, signal),
    initialData: initial,
    enabled: initial.jobId !== null,
    refetchInterval: (query) => (isOpen(query.state.data?.state) ? LOOK_AGAIN_MS : false),
  })
  return { data, error, refetch, ...useJobActs(data.jobId, refetch) }
}

type RunProgressProps = Pick<ReturnType<typeof useRun>, 'data' | 'isBusy' | 'stop' | 'goOn'>

function RunProgress({ data, isBusy, stop, goOn }: RunProgressProps) {
  const { plan, drawsDone, state, remainingMs } = data
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 max-md:px-4">
      <div className="min-w-48 flex-1">
        <Progress done={drawsDone} total={plan.draws} label="Draws of the run" />
      </div>
      <span className="text-ink-2 text-small">
        {state}
        {remainingMs === null ? '' : `, ${formatDuration(Math.max(1_000, remainingMs))} left`}
      </span>
      <Button disabled={isBusy} onClick={isOpen(state) ? stop : goOn}>
        {isOpen(state) ? 'Stop' : 'Go on'}
      </Button>
    </div>
  )
}

function isOpen(state: string | undefined): boolean {
  return state === 'waiting' || state === 'running'
}

/** The frozen plan, word for word what the run does. */
function PlanList({ plan, commit }: { plan: WorkbenchPlan; commit: string | null }) {
  const { a, b, size } = plan.primary
  const { budgets } = plan
  const rows: [string, string][] = [
    [
      'primary',
      `${armWords(a)} against ${armWords(b)} at ${size}${budgets.length > 1 ? `, budget ${primaryPlace(plan).budget}` : ''}`,
    ],
    ['stops at', `${plan.tasks} tasks, ${plan.draws} draws, nothing is decided in between`],
    ['world', `${plan.world}, ${plan.worldHash.slice(0, 12)}`],
    ['arms', plan.arms.map(armWords).join('; ')],
    ['sizes', plan.sizes.join(', ')],
    ['budget', `${plan.budgets.join(', ')} steps`],
    ['wrong', plan.mispredictions.join(', ')],
    ['made with', `${plan.agent}, ${plan.extractor}, ${plan.embedder}`],
    ['seed', `${plan.seed}${commit ? `, commit ${commit.slice(0, 10)}` : ''}`],
  ]
  return (
    <dl className="mt-2 grid grid-cols-[80px_1fr] gap-y-1">
      {rows.map(([name, words]) => (
        <Fact key={name} name={name}>
          {words}
        </Fact>
      ))}
    </dl>
  )
}
