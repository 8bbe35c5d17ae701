'use client'

import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { BlindItem } from '@/lib/memory/findings/blind.ts'
import { LessonAlone } from './verdicts.tsx'

/** One entry and the stage of the run it was taken from. */
export function BlindEntry({ id, item, read, total, children }: BlindEntryProps) {
  return (
    <div className="grid flex-1 grid-cols-2 max-lg:grid-cols-[minmax(0,1fr)]">
      <LessonAlone label="Entry to read" place={read + 1} total={total} lesson={item}>
        {children}
      </LessonAlone>
      <Stage key={item.place} id={id} place={item.place} />
    </div>
  )
}

type BlindEntryProps = {
  /** Of the reading. */
  id: string
  item: BlindItem
  read: number
  total: number
  /** The verdicts. */
  children: ReactNode
}

/** What a model is shown of the stage: the task, earlier steps in short, the steps themselves. */
function Stage({ id, place }: { id: string; place: number }) {
  const { data, error } = useAnswer('blindStage', { id, place })
  return (
    <aside
      aria-label="The stage of the run"
      className="min-w-0 border-hairline lg:border-l max-lg:border-t bg-surface-2"
    >
      {error && <p className="px-6 py-4 text-danger">{error.message}</p>}
      {!data && !error && <Skeleton lines={12} label="Reading the run" />}
      {data && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
          tabIndex={0}
          className="max-h-[calc(100dvh-180px)] overflow-y-auto whitespace-pre-wrap px-6 py-4 font-mono text-small [overflow-wrap:anywhere] max-md:px-4"
        >
          {data.text}
        </pre>
      )}
    </aside>
  )
}
