'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatInstant } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section, SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState, ErrorState, Progress } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { BatchReport, RetrievalPlan } from '@/lib/memory/studies/retrieval.ts'
import type { StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import type { StudyForm, StudyHead, StudyProgress, StudyView } from '@/lib/memory/studies/study.ts'
import type { Cell } from '../../figures/figure.ts'
import { Parts } from '../studies/study-screen.tsx'
import { OrderForm } from './order-form.tsx'
import type { ReportView } from './report-view.ts'
import { useRetrievalReport } from './retrieval/retrieval-report.tsx'
import { useStreamReport } from './stream/stream-report.tsx'
import { progressWords } from './study-words.ts'

/** One study: how far it is, and what came of it. */
export function OrderedStudy({ study }: { study: StudyView }) {
  const { title, question, slug, units } = study.words
  const state = useProgress(study)
  const report = useReport(study)
  return (
    <Screen
      crumbs={[
        { label: 'Audit', path: '/audit' },
        { label: title, path: `/audit/${slug}` },
        { label: study.name },
      ]}
      actions={report?.actions}
      question={question}
      verdict={report?.verdict ?? progressWords(state.progress, units)}
      basis={<StudyFacts study={study}>{report?.basis}</StudyFacts>}
    >
      <ProgressView state={state} name={study.name} />
      {report?.body}
    </Screen>
  )
}

/** A design in a project: its latest study, the order of a new one, and those that are kept. */
export function OrderPage({
  form,
  heads,
  latest,
  choice,
}: {
  form: StudyForm
  heads: readonly StudyHead[]
  latest: StudyView | null
  /** A choice above all of it. */
  choice?: ReactNode
}) {
  const { title, question } = form.words
  const report = useReport(latest)
  return (
    <Screen
      crumbs={[{ label: 'Audit', path: '/audit' }, { label: title }]}
      question={question}
      verdict={report?.verdict ?? 'Not measured yet.'}
      basis={latest && <StudyFacts study={latest}>{report?.basis}</StudyFacts>}
    >
      {choice}
      {report?.figure}
      <div className="grid grid-cols-[minmax(0,1fr)_380px] border-hairline border-t max-lg:grid-cols-[minmax(0,1fr)]">
        <OrderForm form={form} />
        <StudyList heads={heads} />
      </div>
    </Screen>
  )
}

/** What a study's figures rest on, and its rows as files. */
function StudyFacts({ study, children }: { study: StudyView; children?: ReactNode }) {
  const { current } = useShell()
  const { id, by, createdAt, embedder, storeRevision, report } = study
  return (
    <>
      <SourceChip source="measured" />
      {current?.source === 'written' && <SourceChip source="written" />}
      {children}
      {embedder !== null && (
        <span>
          {embedder}, revision {formatCount(storeRevision ?? 0)}
        </span>
      )}
      <span>
        ordered {formatInstant(createdAt)} by {by}
      </span>
      {report !== null && (
        <span>
          {['JSON', 'CSV'].map((label) => (
            <a
              key={label}
              className="link max-md:inline-block max-md:px-2 max-md:py-3.5"
              href={`/api/v1/studies/${id}/${label.toLowerCase()}`}
            >
              {label}
            </a>
          ))}
        </span>
      )}
    </>
  )
}

/** The report of a study by its design; of a design without a picture of its own, its numbers as tables. Null while there is none. */
function useReport(study: StudyView | null): ReportView | null {
  const of = (design: string) => (study?.design === design && study.report !== null ? study : null)
  const retrieval = useRetrievalReport(of('retrieval') as StudyView<RetrievalPlan, BatchReport> | null)
  const stream = useStreamReport(of('stream') as StudyView<StreamPlan, StreamReport> | null)
  if (retrieval ?? stream) return retrieval ?? stream
  if (study === null || study.report === null) return null
  const tables = <PlainReport report={study.report} />
  return { verdict: plainVerdict(study.report), figure: tables, body: tables }
}

type Line = Record<string, unknown>

/** What a report says of itself in its `verdict`. */
function plainVerdict(report: unknown): string {
  const { verdict } = report as { verdict?: unknown }
  return typeof verdict === 'string' ? verdict : 'Measured: its numbers stand below.'
}

/** A report as tables: each list of lines in it, a column each field. */
function PlainReport({ report }: { report: unknown }) {
  return Object.entries(report as Line).flatMap(([title, lines]) => {
    if (!Array.isArray(lines) || !lines.every((line) => line !== null && typeof line === 'object')) return []
    const heads = Object.keys(lines[0] ?? {})
    const table = [heads, ...lines.map((line: Line) => heads.map((head) => cellOf(line[head])))]
    return [
      <Section key={title} title={title}>
        <Parts parts={[{ kind: 'table', name: title, title, table, digits: 3 }]} />
      </Section>,
    ]
  })
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Studies that were ordered, newest first. */
function StudyList({ heads }: { heads: readonly StudyHead[] }) {
  const href = useProjectHref()
  return (
    <section
      aria-label="Kept studies"
      className="border-hairline px-6 py-4 max-lg:border-t max-md:px-4 lg:border-l"
    >
      <SectionTitle title="Kept studies" note="newest first" />
      {heads.length === 0 ? (
        <EmptyState className="px-0! py-2!" title="No study yet.">
          What you order is kept here with its numbers, to be linked and compared.
        </EmptyState>
      ) : (
        <ul className="mt-2">
          {heads.map(({ id, name, by, createdAt, storeRevision, embedder, state }) => (
            <li key={id} className="border-hairline border-t">
              <Link
                href={href(`/audit/studies/${id}`)}
                className="-mx-2 block rounded-control px-2 py-2 no-underline hover:bg-hover"
              >
                <span className="block truncate font-medium">{name}</span>
                <span className="block text-ink-3 text-small">
                  {state !== null && state !== 'done' && `${state} · `}
                  {formatInstant(createdAt)} · {by} · {embedder} · revision {formatCount(storeRevision ?? 0)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Short, so that a small study is there at once. */
const LOOK_AGAIN_MS = 250

/** How far a study is, asked again while it is at work; its page is read again when a piece of its rows is done. */
function useProgress({ id, progress: initial, report }: StudyView) {
  const router = useRouter()
  const { data, error, refetch } = useQuery({
    queryKey: ['study-progress', id],
    queryFn: ({ signal }) => fetchJson<StudyProgress>(`/api/v1/studies/${id}/progress`, signal),
    initialData: initial ?? undefined,
    enabled: initial !== null && initial.state !== 'done',
    refetchInterval: (query) => (isOpen(query.state.data) ? LOOK_AGAIN_MS : false),
  })
  const progress = data ?? null
  const isDone = progress?.state === 'done' && (report === null || initial?.state !== 'done')
  // Pieces are whole, so that its share stands still until the next one is done.
  const pieces = progress === null ? 0 : Math.floor(progress.share * 20)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a piece more is what there is to read.
  useEffect(() => {
    if (isDone || (report !== null && isOpen(progress))) router.refresh()
  }, [isDone, pieces, router])
  const { cancelJob, retryJob } = useCommands()
  const { tell, isBusy } = useTelling()
  const act = async (ask: typeof cancelJob | typeof retryJob) => {
    await tell(ask({ jobId: progress?.jobId ?? '' }))
    await refetch()
  }
  const acts = { stop: () => void act(cancelJob), goOn: () => void act(retryJob) }
  return { progress, error, refetch, isDone, isBusy, ...acts }
}

type ProgressState = ReturnType<typeof useProgress>

function isOpen(progress: StudyProgress | null | undefined): boolean {
  return progress?.state === 'waiting' || progress?.state === 'running'
}

/** The bar, why it stopped, and the way on; nothing once it is done. */
function ProgressView({ state, name }: { state: ProgressState; name: string }) {
  const { error, goOn, isBusy, progress, refetch, stop } = state
  if (progress === null || (progress.state === 'done' && !error)) return null
  const again = (label: string) => (
    <ActButton asks="retryJob" disabled={isBusy} onClick={goOn}>
      {label}
    </ActButton>
  )
  return (
    <>
      <Progress done={Math.round(progress.share * 1_000)} total={1_000} label={`Study ${name}`} />
      {error && (
        <ReadErrorState
          error={error}
          what="How far it is could not be read."
          next="The work goes on by itself."
          onRetry={refetch}
          retry="Look again"
        />
      )}
      {progress.state === 'failed' && (
        <ErrorState
          what={progress.reason ?? 'It failed, and no reason was kept.'}
          next="What was measured stays; order it again with other terms, or try again."
          actions={again('Try again')}
        />
      )}
      {progress.state === 'cancelled' && (
        <EmptyState title="Cancelled before its end." actions={again('Go on')}>
          What was measured is kept; the rest follows when it goes on.
        </EmptyState>
      )}
      {isOpen(progress) && (
        <div className="px-6 py-4 max-md:px-4">
          <p className="max-w-[66ch] text-ink-2">
            The work goes on when this page is closed, and after a restart. One and the same memory is
            measured: when it changed while Loupe was not running, the study begins anew.
          </p>
          <p className="mt-3">
            <ActButton asks="cancelJob" disabled={isBusy} onClick={stop}>
              Cancel
            </ActButton>
          </p>
        </div>
      )}
    </>
  )
}
