'use client'

import type { ReactNode } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import type { Category } from '@/lib/memory/category.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'

type VerdictKey<T> = { verdict: T; keys: string; label: string }

/** The keys of the verdicts, and ⌫; each sleeps while there is nothing for it to do. */
export function useVerdictKeys<T>(
  verdicts: VerdictKey<T>[],
  say: ((verdict: T) => void) | null,
  takeBack: (() => void) | null,
) {
  useHotkeys([
    ...verdicts.map(({ verdict, keys, label }) => ({
      keys,
      label,
      run: () => say?.(verdict),
      when: say !== null,
    })),
    {
      keys: 'Backspace',
      label: 'Take the last verdict back',
      run: () => takeBack?.(),
      when: takeBack !== null,
    },
  ])
}

/** The verdicts as buttons, with their keys. */
export function Verdicts<T extends string>({
  verdicts,
  disabled,
  onSay,
  children,
}: {
  verdicts: VerdictKey<T>[]
  disabled: boolean
  onSay: (verdict: T) => void
  /** Stands behind them. */
  children: ReactNode
}) {
  return (
    <fieldset className="mt-5 flex flex-wrap gap-2 border-hairline border-t pt-4">
      <legend className="sr-only">Verdict</legend>
      {verdicts.map(({ verdict, keys, label }) => (
        <Button key={verdict} keys={keys.toUpperCase()} disabled={disabled} onClick={() => onSay(verdict)}>
          {label}
        </Button>
      ))}
      {children}
    </fieldset>
  )
}

type LessonAloneProps = {
  label: string
  /** From 1. */
  place: number
  total: number
  lesson: {
    category: Category
    objective: string
    keywords: string[]
    title: string
    parts: Record<ExperiencePart, string>
  }
  /** The verdicts. */
  children: ReactNode
}

/** A lesson to be judged by what it says alone. */
export function LessonAlone({ label, place, total, lesson, children }: LessonAloneProps) {
  return (
    <section aria-label={label} className="min-w-0 px-6 py-4 max-md:px-4">
      <p className="flex items-center gap-3 text-ink-3 text-small" aria-live="polite">
        <CategoryMark category={lesson.category} />
        {formatCount(place)} of {formatCount(total)}
      </p>
      <h2 className="mt-2 max-w-[66ch] text-pretty font-medium text-title">{lesson.objective}</h2>
      <p className="mt-1 font-mono text-ink-2 text-small">{lesson.keywords.join('  ')}</p>
      <p className="mt-3 font-medium">{lesson.title}</p>
      <dl className="mt-2 grid max-w-[66ch] gap-2">
        {EXPERIENCE_PARTS.filter((part) => lesson.parts[part] !== '').map((part) => (
          <div key={part} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
            <dt className="font-mono text-ink-3 text-micro leading-[22px]">{part}</dt>
            <dd className="text-pretty text-read [overflow-wrap:anywhere]">{lesson.parts[part]}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
