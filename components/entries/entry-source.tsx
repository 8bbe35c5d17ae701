'use client'

import type { ReactNode } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { MemoryEntry } from '@/lib/memory/entry.ts'

type EntrySourceProps = {
  entry: Pick<MemoryEntry, 'episodeId' | 'instanceId' | 'fromStep' | 'toStep'>
  /** What is said of an entry that is of no run. */
  otherwise?: ReactNode
  className?: string
}

/** The run that an entry is of, and its steps there. */
export function EntrySource({ entry, otherwise, className = 'link' }: EntrySourceProps) {
  const href = useProjectHref()
  const { episodeId, instanceId, fromStep, toStep } = entry
  if (episodeId === null) return otherwise ?? instanceId ?? 'no run'
  return (
    <>
      <Link className={className} href={href(`/episodes/${episodeId}`, { step: fromStep })}>
        {instanceId ?? 'the episode'}
      </Link>
      {fromStep !== null && `, ${stepsWords(fromStep, toStep)}`}
    </>
  )
}
