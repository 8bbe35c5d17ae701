'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { StepHead } from '@/lib/memory/views/episodes.ts'
import type { StepSearch } from './use-steps.ts'

/** Every step as one line; with a search, those that hold it. Virtualised: some runs have thousands. */
export function StepList(props: StepListProps) {
  const state = useStepList(props)
  const { column, find, isSearching, onFind, scroller, search, shown, steps } = state

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
      <FindField {...state} />
      {isSearching && (
        <p role="status" className="mt-1.5 text-ink-3 text-small">
          {search.isReading
            ? `Reading ${formatCount(search.readCount)} of ${formatCount(steps.length)} steps`
            : `In ${formatCount(search.matches.size)} of ${formatCount(steps.length)} steps`}
          {search.failedCount > 0 && `, ${search.failedCount} could not be read`}
        </p>
      )}
      <div ref={scroller} className="-mx-2 mt-1.5 min-h-0 flex-1 overflow-y-auto max-md:max-h-[56vh]">
        <StepRows {...state} />
        {isSearching && shown.length === 0 && !search.isReading && (
          <p className="px-2 text-ink-2 text-small">
            No step holds “{find.trim()}”.{' '}
            <button type="button" className="link" onClick={() => onFind('')}>
              Clear
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

type StepListProps = {
  steps: StepHead[]
  step: number
  onStep: (n: number) => void
  find: string
  onFind: (text: string) => void
  search: StepSearch
  inputRef: RefObject<HTMLInputElement | null>
}

type StepListState = ReturnType<typeof useStepList>

function useStepList({ steps, step, onStep, find, onFind, search, inputRef }: StepListProps) {
  const isSearching = find.trim().length >= 2
  const shown = isSearching ? steps.filter((one) => search.matches.has(one.n)) : steps
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRoomBelow()
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
  return {
    column,
    find,
    inputRef,
    isSearching,
    onFind,
    onStep,
    rowHeight,
    scroller,
    search,
    shown,
    step,
    steps,
    virtual,
  }
}

function FindField({ find, inputRef, onFind, onStep, shown, step }: StepListState) {
  return (
    <div className="relative mt-2">
      <TextInput
        ref={inputRef}
        type="text"
        enterKeyHint="search"
        aria-label="Find in steps"
        placeholder="Find in steps"
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.currentTarget.blur()
          if (event.key === 'Enter') {
            const next = shown.find((one) => one.n > step) ?? shown[0]
            if (next) onStep(next.n)
          }
        }}
      />
      {find === '' && (
        <span className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-1.5 leading-none">
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  )
}

function StepRows({ isSearching, onStep, rowHeight, search, shown, step, virtual }: StepListState) {
  return (
    <ol className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((row) => {
        const one = shown[row.index]
        if (one === undefined) return null
        const isCurrent = one.n === step
        return (
          <li
            key={one.n}
            aria-setsize={shown.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
          >
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
              <span className="truncate">
                {one.headline || <span className="text-ink-3">no command</span>}
              </span>
              <span className="font-mono font-normal text-micro">
                {isSearching ? (
                  <span className="text-ink-3">{search.matches.get(one.n)} ×</span>
                ) : one.exitCode ? (
                  <span className="text-danger">exit {one.exitCode}</span>
                ) : null}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const PHONE = '(max-width: 760px)'
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
  const isPhone = useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(PHONE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
  return isPhone ? 44 : 30
}
