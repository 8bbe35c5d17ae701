'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { SearchField } from '@/components/ui/search-field.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { PHONE, useMedia } from '@/components/ui/use-media.ts'
import type { StepHead } from '@/lib/memory/views/episodes.ts'
import type { StepSearch } from './use-steps.ts'

type StepListProps = {
  steps: StepHead[]
  step: number
  onStep: (n: number) => void
  find: string
  onFind: (text: string) => void
  search: StepSearch
  inputRef: RefObject<HTMLInputElement | null>
}

/** Every step as one line; with a search, those that hold it. */
export function StepList({ steps, step, onStep, find, onFind, search, inputRef }: StepListProps) {
  const isSearching = find.trim().length >= 2
  const shown = isSearching ? steps.filter((one) => search.matches.has(one.n)) : steps
  const column = useRoomBelow()
  const toNext = () => {
    const next = shown.find((one) => one.n > step) ?? shown[0]
    if (next) onStep(next.n)
  }
  return (
    <div ref={column} className="flex min-h-0 flex-col md:h-(--room,calc(100dvh-44px))">
      <SectionTitle
        title="Steps"
        note={formatCount(steps.length)}
        end={
          <span className="text-ink-3 touch:hidden">
            previous <Kbd>P</Kbd> next <Kbd>N</Kbd>
          </span>
        }
      />
      <div className="mt-2">
        <SearchField
          ref={inputRef}
          label="Find in steps"
          placeholder="Find in steps"
          value={find}
          onText={onFind}
          onEnter={toNext}
        />
      </div>
      {isSearching && (
        <p role="status" className="mt-1.5 text-ink-3 text-small">
          {search.isReading
            ? `Reading ${formatCount(search.readCount)} of ${formatCount(steps.length)} steps`
            : `In ${formatCount(search.matches.size)} of ${formatCount(steps.length)} steps`}
          {search.failedCount > 0 && `, ${search.failedCount} could not be read`}
        </p>
      )}
      <StepRows shown={shown} step={step} onStep={onStep} matches={isSearching ? search.matches : null}>
        {isSearching && shown.length === 0 && !search.isReading && (
          <p className="px-2 text-ink-2 text-small">
            No step holds “{find.trim()}”.{' '}
            <button type="button" className="link" onClick={() => onFind('')}>
              Clear
            </button>
          </p>
        )}
      </StepRows>
    </div>
  )
}

type StepRowsProps = {
  shown: StepHead[]
  step: number
  onStep: (n: number) => void
  /** How often each step holds what is searched; null without a search. */
  matches: StepSearch['matches'] | null
  children: ReactNode
}

/** Virtualised: some runs have thousands. */
function StepRows({ shown, step, onStep, matches, children }: StepRowsProps) {
  const { scroller, rowHeight, virtual } = useStepWindow(shown, step)
  return (
    <div ref={scroller} className="-mx-2 mt-1.5 min-h-0 flex-1 overflow-y-auto max-md:max-h-[56vh]">
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const one = shown[row.index]
          return (
            one && (
              <li
                key={one.n}
                aria-setsize={shown.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
              >
                <StepLine
                  one={one}
                  isCurrent={one.n === step}
                  matchCount={matches && (matches.get(one.n) ?? 0)}
                  onStep={onStep}
                />
              </li>
            )
          )
        })}
      </ol>
      {children}
    </div>
  )
}

type StepLineProps = {
  one: StepHead
  isCurrent: boolean
  matchCount: number | null
  onStep: (n: number) => void
}

function StepLine({ one, isCurrent, matchCount, onStep }: StepLineProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'step' : undefined}
      onClick={() => onStep(one.n)}
      className={clsx(
        'grid h-full w-full grid-cols-[28px_30px_minmax(0,1fr)_auto] items-center gap-1.5 rounded-control px-2 text-left text-small hover:bg-hover',
        isCurrent && 'bg-selected font-medium',
      )}
    >
      <span className="font-mono font-normal text-ink-3 text-micro">{one.n}</span>
      <CategoryMark category={one.stage} show="letter" />
      <span className="truncate">{one.headline || <span className="text-ink-3">no command</span>}</span>
      <span className="font-mono font-normal text-micro">
        {matchCount !== null ? (
          <span className="text-ink-3">{matchCount} ×</span>
        ) : (
          one.exitCode !== null &&
          one.exitCode !== 0 && <span className="text-danger">exit {one.exitCode}</span>
        )}
      </span>
    </button>
  )
}

/** The rows in sight; the current step is scrolled to, and into the middle at first. */
function useStepWindow(shown: StepHead[], step: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const wasPlaced = useRef(false)
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 280, height: 640 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes.
  useEffect(() => virtual.measure(), [rowHeight, virtual])
  const at = shown.findIndex((one) => one.n === step)
  useEffect(() => {
    if (at < 0) return
    virtual.scrollToIndex(at, { align: wasPlaced.current ? 'auto' : 'center' })
    wasPlaced.current = true
  }, [at, virtual])
  return { scroller, rowHeight, virtual }
}

/** Padding under the list, and the height at which it still shows a few rows. */
const ROOM_UNDER = 14
const LEAST_ROOM = 260

/** Sets `--room`: what the window still has below the element's top, so that its end is in sight wherever the page stands. */
function useRoomBelow() {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element) return
      const room = window.innerHeight - element.getBoundingClientRect().top - ROOM_UNDER
      element.style.setProperty('--room', `${Math.max(LEAST_ROOM, Math.floor(room))}px`)
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    // Also when the task above is unfolded, or the window changes.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
      observer.disconnect()
    }
  }, [])
  return ref
}

/** 44 px where fingers are; the server assumes a pointer. */
function useRowHeight(): number {
  return useMedia(PHONE) ? 44 : 30
}
