'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { useJobActs } from '@/components/jobs/use-job-acts.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatCount, formatDuration, formatInstant, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { ErrorState, Progress } from '@/components/ui/states.tsx'
import type { StreamHead, StreamReport, StreamView } from '@/lib/memory/studies/stream.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { drawDensity } from './draw-replay.ts'
import { OrderReplay } from './order-replay.tsx'
import { densityTable, type Measure, replayVerdict, usualMeasure } from './replay-words.ts'
import { Scrubber } from './scrubber.tsx'

const LOOK_AGAIN_MS = 700
const MEASURES = ['relevant', 'fits'] as const

type ReplayScreenProps = {
  project: string
  basis: { episodes: number; questions: number; labels: string | null }
  heads: StreamHead[]
  /** The chosen replay; null when there is none. */
  initial: StreamView | null
}

/** What would have been retrieved as the memory grew, order by order. */
export function ReplayScreen({ project, basis, heads, initial }: ReplayScreenProps) {
  const view = useReplay(initial)
  const [asked, setMeasure] = useQueryState('measure', parseAsStringLiteral(MEASURES))
  const measure = asked ?? (view?.report ? usualMeasure(view.report) : 'relevant')
  return (
    <AuditPage
      room="replay"
      verdict={
        view
          ? replayVerdict(view.plan, view.report, measure)
          : `Not replayed yet: ${plural(basis.episodes, 'stored run')} with ${plural(basis.questions, 'question')} can be.`
      }
      basis={<ReplayBasis view={view} labels={basis.labels} />}
    >
      {view && <ReplayProgress view={view} />}
      <div className="divide-y divide-hairline">
        {view?.report && (
          <>
            <DensityRoom view={view} report={view.report} measure={measure} setMeasure={setMeasure} />
            <Scrubber id={view.id} plan={view.plan} report={view.report} measure={measure} />
          </>
        )}
        <OrderReplay project={project} basis={basis} />
        {heads.length > 1 && <Earlier heads={heads} chosen={view?.id ?? null} />}
      </div>
    </AuditPage>
  )
}

function useReplay(initial: StreamView | null): StreamView | null {
  const { data } = useQuery({
    queryKey: ['stream-replay', initial?.id],
    queryFn: ({ signal }) => fetchJson<StreamView>(`/api/v1/stream-replays/${initial?.id}`, signal),
    initialData: initial ?? undefined,
    enabled: initial !== null,
    refetchInterval: (query) => (isOpen(query.state.data?.state) ? LOOK_AGAIN_MS : false),
  })
  return data ?? null
}

function isOpen(state: string | undefined): boolean {
  return state === 'waiting' || state === 'running'
}

function ReplayBasis({ view, labels }: { view: StreamView | null; labels: string | null }) {
  const relevant = view ? view.plan.labels?.what : labels
  return (
    <>
      <SourceChip source="measured" />
      {view?.plan.labels?.source === 'written' && <SourceChip source="written" />}
      {view?.report && (
        <span>
          {formatCount(view.report.all.n)} questions of {plural(view.report.instances, 'instance')},{' '}
          {view.report.seeds.length} of {plural(view.plan.seeds.length, 'order')}
        </span>
      )}
      <span>
        {relevant ? `relevant: ${relevant}` : 'nobody says what is relevant here: only what fits can be told'}
      </span>
      <span>retrieval only: no agent ran, so that nothing is said of outcomes</span>
    </>
  )
}

type DensityProps = {
  view: StreamView
  report: StreamReport
  measure: Measure
  setMeasure: (measure: Measure) => Promise<unknown>
}

function DensityRoom({ view: { plan }, report, measure, setMeasure }: DensityProps) {
  const took = report.seeds.reduce((sum, { tookMs }) => sum + tookMs, 0)
  return (
    <Section
      id="density"
      title="Quality against density"
      note="by how many entries of the category were there when it was asked, the own instance left out"
      end={
        <Segmented
          label="What counts as good"
          value={measure}
          options={[
            { value: 'relevant', label: 'relevant' },
            { value: 'fits', label: 'fits' },
          ]}
          onChange={(value) => void setMeasure(value)}
        />
      }
    >
      {measure === 'relevant' && report.labelled === 0 ? (
        <p className="mt-3 text-ink-3">Nobody says what is relevant to these runs. See what fits instead.</p>
      ) : (
        <ChartFigure
          name={`replay-density-${measure}`}
          draw={(width) => drawDensity(plan, report, measure, width)}
          table={densityTable(plan, report, measure)}
          digits={3}
          caption={
            measure === 'relevant'
              ? 'grey: a relevant run had left an entry; bars: 95 %, instances drawn anew; small dots: each order'
              : 'fits: above 99.9 % of unrelated pairs; grey: what chance gives among that many, dotted: among all, where nothing filters; bars: 95 %, instances drawn anew'
          }
        />
      )}
      <Note>
        The same question comes back in every order, so that orders are not independent: intervals draw
        instances. The category is the run’s own label, except where a strategy says predicted. Replayed in{' '}
        {formatDuration(took)}.
      </Note>
    </Section>
  )
}

function Earlier({ heads, chosen }: { heads: StreamHead[]; chosen: string | null }) {
  const href = useProjectHref()
  return (
    <Section title="Replays" note="newest first">
      <ul className="mt-2">
        {heads.map(({ id, plan, state, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-hairline border-b py-1.5">
            <Link
              href={href('/audit/replay', { run: id })}
              aria-current={id === chosen ? 'true' : undefined}
              className="link aria-[current]:font-medium max-md:py-3"
            >
              {formatInstant(createdAt)}
            </Link>
            <span className="text-ink-2">{plan.strategies.join(', ')}</span>
            <span className="text-ink-3 text-small">
              {plural(plan.episodes, 'run')}, {plural(plan.seeds.length, 'order')}, {state}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** How far a replay is, with stop and go on; nothing once it is done. */
function ReplayProgress({ view }: { view: StreamView }) {
  const router = useRouter()
  const { id, state, progress, reason, plan, report } = view
  const { fault, isBusy, stop, goOn } = useJobActs(id, router.refresh)
  if (state === 'done') return null
  const isOpen = state === 'waiting' || state === 'running'
  const total = plan.questions * plan.strategies.length * plan.seeds.length
  const done = progress?.done ?? (report ? report.seeds.length * plan.questions * plan.strategies.length : 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 max-md:px-4">
        <div className="min-w-48 flex-1">
          <Progress done={done} total={progress?.total ?? total} label="Questions asked" />
        </div>
        <span className="text-ink-2 text-small">
          {isOpen && progress === null ? 'reading the stream' : state}
          {progress?.remainingMs ? `, ${formatDuration(Math.max(1_000, progress.remainingMs))} left` : ''}
        </span>
        <Button disabled={isBusy} onClick={isOpen ? stop : goOn}>
          {isOpen ? 'Stop' : 'Go on'}
        </Button>
      </div>
      {reason && !isOpen && <ErrorState what={reason} next="Order it again below, or go on." />}
      {fault && <ErrorState what={fault} next="Look at the list of jobs." />}
    </>
  )
}
