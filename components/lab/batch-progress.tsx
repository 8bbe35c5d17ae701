'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { useJobActs } from '@/components/jobs/use-job-acts.ts'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { EmptyState, ErrorState, Progress } from '@/components/ui/states.tsx'
import type { BatchProgress, BatchRunView } from '@/lib/memory/studies/retrieval.ts'
import { LabHead } from './lab-head.tsx'
import { progressWords } from './prepare-batch.ts'

/** Short, so that a small batch is there at once. */
const LOOK_AGAIN_MS = 250

/** A batch that is being made: how far, why it stopped, and the way on. Its result takes this place. */
export function BatchProgressView(props: BatchProgressViewProps) {
  const state = useProgress(props)
  const { error, fault, href, isDone, progress, refetch, run } = state
  return (
    <>
      <LabHead
        crumbs={[{ label: 'Batch', path: '/lab/batch' }, { label: run.name }]}
        question="Which way of retrieving should I trust, over many questions?"
        verdict={isDone ? 'Done: its figures come.' : progressWords(progress)}
        basis={<Ordered run={run} />}
      />
      {progress && (
        <Progress done={Math.round(progress.share * 1_000)} total={1_000} label={`Batch ${run.name}`} />
      )}
      {error && (
        <ReadErrorState
          error={error}
          what="How far it is could not be read."
          next="The work goes on by itself."
          onRetry={refetch}
          retry="Look again"
        />
      )}
      {fault && <ErrorState what={fault} next="Look at the list of jobs." />}
      <Stopped {...state} />
      <Underway {...state} />
      {progress === null && (
        <div className="px-6 py-4 max-md:px-4">
          <LinkButton href={href('/lab/batch')}>To the batches</LinkButton>
        </div>
      )}
    </>
  )
}

type BatchProgressViewProps = { run: BatchRunView; initial: BatchProgress | null }

type ProgressState = ReturnType<typeof useProgress>

function useProgress({ run, initial }: BatchProgressViewProps) {
  const router = useRouter()
  const href = useProjectHref()
  const { data, error, refetch } = useQuery({
    queryKey: ['batch-progress', run.id],
    queryFn: ({ signal }) => fetchJson<BatchProgress>(`/api/v1/lab-runs/${run.id}/progress`, signal),
    initialData: initial ?? undefined,
    enabled: initial !== null,
    refetchInterval: (query) => (isOpen(query.state.data) ? LOOK_AGAIN_MS : false),
  })
  const progress = data ?? null
  const isDone = progress?.state === 'done'
  useEffect(() => {
    if (isDone) router.refresh()
  }, [isDone, router])

  const acts = useJobActs(progress?.jobId ?? null, refetch)
  return { ...acts, error, href, isDone, progress, refetch, run }
}

function Ordered({ run: { request, createdAt, by } }: Pick<BatchProgressViewProps, 'run'>) {
  return (
    <>
      <span>{request.strategies.join(', ')}</span>
      <span>
        {request.primary ? `declared before: ${request.primary.join(' − ')}, by MRR` : 'nothing compared'}
      </span>
      <span>
        ordered {formatInstant(createdAt)} by {by}, seed {request.seed}
      </span>
    </>
  )
}

/** It failed or was cancelled, and can go on. */
function Stopped({ goOn, isBusy, progress }: ProgressState) {
  const button = (label: string) => (
    <Button disabled={isBusy} onClick={goOn}>
      {label}
    </Button>
  )
  if (progress?.state === 'failed')
    return (
      <ErrorState
        what={progress.reason ?? 'It failed, and no reason was kept.'}
        next="What was found stays; correct the questions in a new batch, or try again."
        actions={button('Try again')}
      />
    )
  if (progress?.state === 'cancelled')
    return (
      <EmptyState
        title="It was cancelled before its end, so that it has no figures."
        actions={button('Go on')}
      >
        What was asked is kept; the rest follows when it goes on.
      </EmptyState>
    )
  return null
}

function Underway({ stop, isBusy, progress }: ProgressState) {
  return (
    isOpen(progress) && (
      <div className="px-6 py-4 max-md:px-4">
        <p className="max-w-[66ch] text-ink-2">
          It goes on when this page is closed, and after a restart. Imports and the search for trouble come
          first, re-embedding later. Every question is asked of one and the same memory: when that changed
          while Loupe was not running, it begins anew.
        </p>
        <p className="mt-3">
          <Button disabled={isBusy} onClick={stop}>
            Cancel
          </Button>
        </p>
      </div>
    )
  )
}

function isOpen(progress: BatchProgress | null | undefined): boolean {
  return progress?.state === 'waiting' || progress?.state === 'running'
}
