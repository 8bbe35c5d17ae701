'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useJobActs } from '@/components/jobs/use-job-acts.ts'
import { Button } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { EmptyState, ErrorState, Progress } from '@/components/ui/states.tsx'
import type { StudyProgress, StudyView } from '@/lib/memory/studies/study.ts'

/** Short, so that a small study is there at once. */
const LOOK_AGAIN_MS = 250

/** How far a study is, asked again while it is at work; its page is read again when a piece of its rows is done. */
export function useProgress({ id, progress: initial, report }: StudyView) {
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
  return { progress, error, refetch, isDone, ...useJobActs(progress?.jobId ?? null, refetch) }
}

export type ProgressState = ReturnType<typeof useProgress>

function isOpen(progress: StudyProgress | null | undefined): boolean {
  return progress?.state === 'waiting' || progress?.state === 'running'
}

/** The bar, why it stopped, and the way on; nothing once it is done. */
export function ProgressView({ state, name }: { state: ProgressState; name: string }) {
  const { error, fault, goOn, isBusy, progress, refetch, stop } = state
  if (progress === null || (progress.state === 'done' && !error)) return null
  const again = (label: string) => (
    <Button disabled={isBusy} onClick={goOn}>
      {label}
    </Button>
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
      {fault && <ErrorState what={fault} next="Look at the list of jobs." />}
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
            <Button disabled={isBusy} onClick={stop}>
              Cancel
            </Button>
          </p>
        </div>
      )}
    </>
  )
}
