'use client'

import type { ReactNode } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Skeleton } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { EXPERIENCE_PARTS } from '@/lib/memory/experience.ts'
import type { BlindItem } from '@/lib/memory/findings/blind.ts'

/** One entry and the stage of the run it was taken from. */
export function BlindEntry({
  id,
  item,
  read,
  total,
  children,
}: {
  /** Of the reading. */
  id: string
  item: BlindItem
  read: number
  total: number
  /** The verdicts. */
  children: ReactNode
}) {
  return (
    <div className="grid flex-1 grid-cols-2 max-lg:grid-cols-[minmax(0,1fr)]">
      <section aria-label="Entry to read" className="min-w-0 px-6 py-4 max-md:px-4">
        <p className="flex items-center gap-3 text-ink-3 text-small" aria-live="polite">
          <CategoryMark category={item.category} />
          {formatCount(read + 1)} of {formatCount(total)}
        </p>
        <h2 className="mt-2 max-w-[66ch] text-pretty font-medium text-title">{item.objective}</h2>
        <p className="mt-1 font-mono text-ink-2 text-small">{item.keywords.join('  ')}</p>
        <p className="mt-3 font-medium">{item.title}</p>
        <dl className="mt-2 grid max-w-[66ch] gap-2">
          {EXPERIENCE_PARTS.filter((part) => item.parts[part] !== '').map((part) => (
            <div key={part} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
              <dt className="font-mono text-ink-3 text-micro leading-[22px]">{part}</dt>
              <dd className="text-pretty text-read [overflow-wrap:anywhere]">{item.parts[part]}</dd>
            </div>
          ))}
        </dl>
        {children}
      </section>
      <Stage key={item.place} id={id} place={item.place} />
    </div>
  )
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
