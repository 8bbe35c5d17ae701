'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { suggestedSurvivor, type TriageCluster, type TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import { DecideBar } from './decide-bar.tsx'
import { TriagePair } from './triage-card.tsx'

/** Entries that pairs join, directly or through others. One of a cluster always stays. */
export function ClusterScreen({
  query,
  isPending,
  onMerge,
  onRetire,
}: {
  query: InputOf<'listClusters'>
  isPending: boolean
  onMerge: (entries: TriageEntry[], survivorId: string) => void
  onRetire: (entries: TriageEntry[]) => Promise<void>
}) {
  const commands = useCommands()
  const [place, setPlace] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['clusters', query],
    queryFn: () => answered(commands.listClusters(query)),
    placeholderData: keepPreviousData,
  })
  const last = (data?.clusters.length ?? 0) - 1
  const at = Math.max(0, Math.min(place, last))
  const cluster = data?.clusters[at] ?? null
  useHotkeys([
    { keys: 'j', label: 'Next cluster', run: () => setPlace(Math.min(last, at + 1)) },
    { keys: 'k', label: 'Previous cluster', run: () => setPlace(Math.max(0, at - 1)) },
  ])
  if (error) return <ErrorState what={error.message} where="The clusters were not read; nothing is lost." />
  if (!data)
    return (
      <div className="px-6 py-6">
        <Skeleton lines={5} label="Joining the pairs" />
      </div>
    )
  if (!cluster) return <EmptyState title="No cluster from this cosine on." />
  return (
    <section aria-label="The cluster" className="flex flex-1 flex-col">
      <p className="border-hairline border-b px-6 py-3 max-md:px-4" aria-live="polite">
        Cluster {formatCount(at + 1)} of {formatCount(data.clusterCount)}:{' '}
        {plural(cluster.entries.length, 'entry', 'entries')}, cosine {cluster.lowest.toFixed(3)}
        {cluster.highest > cluster.lowest && ` to ${cluster.highest.toFixed(3)}`}.{' '}
        <span className="text-ink-3">
          {formatCount(data.entryCount)} entries in all; keeping one of each would leave{' '}
          {formatCount(data.clusterCount)}.
        </span>
      </p>
      <ClusterChoice
        key={cluster.entries[0]?.id}
        cluster={cluster}
        isPending={isPending}
        onMerge={onMerge}
        onRetire={onRetire}
        onMove={(by) => setPlace(Math.max(0, Math.min(last, at + by)))}
      />
    </section>
  )
}

type ClusterChoiceProps = {
  cluster: TriageCluster
  isPending: boolean
  onMerge: (entries: TriageEntry[], survivorId: string) => void
  onRetire: (entries: TriageEntry[]) => Promise<void>
  onMove: (by: number) => void
}

function ClusterChoice({ cluster, isPending, onMerge, onRetire, onMove }: ClusterChoiceProps) {
  const { entries } = cluster
  const suggestedId = suggestedSurvivor(entries)?.id ?? null
  const [keptId, setKeptId] = useState(suggestedId ?? '')
  const others = entries.filter(({ id }) => id !== keptId)
  useHotkeys([
    { keys: 'm', label: 'Merge the cluster', run: () => onMerge(entries, keptId), when: !isPending },
    { keys: 'x', label: 'Retire the others', run: () => void onRetire(others), when: !isPending },
    ...entries.slice(0, 9).map(({ id }, k) => ({
      keys: String(k + 1),
      label: `Keep entry ${k + 1}`,
      run: () => setKeptId(id),
    })),
  ])
  return (
    <>
      <div className="flex-1">
        <TriagePair entries={entries} keptId={keptId} suggestedId={suggestedId} onKeep={setKeptId} />
      </div>
      <DecideBar onMove={onMove}>
        <Button keys="M" disabled={isPending} onClick={() => onMerge(entries, keptId)}>
          Merge {formatCount(entries.length)} into one
        </Button>
        <Button variant="danger" keys="X" disabled={isPending} onClick={() => void onRetire(others)}>
          Retire {formatCount(others.length)}, keep one
        </Button>
      </DecideBar>
    </>
  )
}
