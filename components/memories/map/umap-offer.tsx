'use client'

import { Button } from '@/components/ui/button.tsx'
import { formatDuration, formatPercent, plural } from '@/components/ui/format.ts'
import { EmptyState, Progress } from '@/components/ui/states.tsx'
import type { MapProgress } from '@/lib/memory/map.ts'
import { useMapState } from './map-state.ts'

const PHASES: Record<MapProgress['phase'], string> = {
  neighbours: 'Comparing entries',
  layout: 'Laying out',
}

/** UMAP is not there yet: what it gives and the way to it; or how far it is. */
export function UmapOffer() {
  const { cancelUmap, failed, job, orderUmap, view } = useMapState()
  const liveCount = view?.liveCount ?? null
  if (job) {
    const { progress } = job
    const share = progress ? progress.done / progress.total : 0
    const words = progress
      ? `${PHASES[progress.phase]}, ${formatPercent(share)}${progress.remainingMs === null ? '' : `, ${formatDuration(progress.remainingMs)} left in this step`}`
      : 'Waiting for its turn'
    return (
      <div className="max-w-[52ch]">
        <p role="status" className="mb-2 flex items-center justify-between gap-3 text-small">
          <span>{words}</span>
          <Button variant="quiet" onClick={() => void cancelUmap(job.id)}>
            Cancel
          </Button>
        </p>
        <Progress done={Math.round(share * 100)} total={100} label="UMAP" />
      </div>
    )
  }
  return (
    <EmptyState
      className="px-0! py-0!"
      title="UMAP has not been computed for this project."
      actions={
        <Button variant="solid" onClick={() => void orderUmap()}>
          Compute it
        </Button>
      }
    >
      It puts neighbours beside each other where PCA shows only the two widest directions.
      {liveCount !== null && ` ${plural(liveCount, 'entry', 'entries')} are laid out in the background`}, and
      the map is kept until you compute it again.
      {failed && (
        <span className="mt-2 block text-danger" role="alert">
          The last attempt failed: {failed.reason}
        </span>
      )}
    </EmptyState>
  )
}
