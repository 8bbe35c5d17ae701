'use client'

import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Kbd } from '@/components/ui/kbd.tsx'

/** What presenting reveals one after the other. */
const STAGE_NAMES = ['the question', 'stage 1', 'stage 2', 'what is injected', 'wrong turns']
const INJECTION = 3
export const LAST_STAGE = STAGE_NAMES.length - 1

/**
 * The playground for a room: large type, one stage more with each →, no rail. On a wide screen the message stands beside
 * what led to it; elsewhere the newest stage comes into view.
 */
export function Presenter({
  question,
  asked,
  verdict,
  stage,
  onStage,
  onLeave,
  stage1,
  stage2,
  told,
  strip,
  fault,
  isBusy,
  className,
}: PresenterProps) {
  const newestRef = useRef<HTMLElement>(null)
  const hasAnswer = Boolean(stage1)
  useRailOutOfReach()
  useEffect(() => {
    if (stage > 0 && hasAnswer) return holdInSight(newestRef.current)
  }, [stage, hasAnswer])
  const newest = (of: number) => (of === stage ? newestRef : undefined)

  return (
    <div
      data-density="presenter"
      className="fixed inset-0 z-30 flex flex-col bg-surface text-body max-[1599px]:[--fs-body:17px]! max-[1599px]:[--fs-micro:13px]! max-[1599px]:[--fs-small:14px]! max-[1599px]:[--fs-verdict:28px]!"
    >
      <header className="flex-none border-hairline border-b px-8 pt-5 pb-4">
        <p className="text-ink-3">{question}</p>
        <h1 className="mt-1 max-w-[60ch] text-pretty font-medium text-verdict">
          {stage < INJECTION ? (asked === '' ? 'Nothing asked yet.' : `“${asked}”`) : verdict}
        </h1>
        {stage >= INJECTION && <p className="mt-1 text-ink-2">“{asked}”</p>}
      </header>
      <div
        aria-busy={isBusy}
        className={clsx(
          'grid min-h-0 flex-1 content-start gap-x-12 overflow-y-auto min-[1600px]:grid-cols-[minmax(0,1fr)_620px]',
          className,
        )}
      >
        {fault ?? (
          <div className="flex min-w-0 flex-col gap-6 px-8 py-5">
            {stage >= 1 && (
              <section ref={newest(1)} aria-label="Stage 1" className="scroll-mt-5">
                {stage1}
              </section>
            )}
            {stage >= 2 && (
              <section ref={newest(2)} aria-label="Stage 2" className="flex scroll-mt-5 flex-col gap-5">
                {stage2}
              </section>
            )}
          </div>
        )}
        {stage >= INJECTION && !fault && (
          <section
            ref={newest(INJECTION)}
            aria-label="Injected message"
            className="flex min-w-0 flex-col gap-5 px-8 py-5 min-[1600px]:pl-0"
          >
            {told}
          </section>
        )}
        {stage >= LAST_STAGE && !fault && (
          <section
            ref={newest(LAST_STAGE)}
            aria-label="Wrong turns"
            className="min-h-[calc(100dvh-160px)] px-2 min-[1600px]:col-span-2"
          >
            {strip}
          </section>
        )}
      </div>
      <StageFooter onLeave={onLeave} onStage={onStage} stage={stage} />
    </div>
  )
}

type PresenterProps = {
  question: string
  asked: string
  verdict: ReactNode
  stage: number
  onStage: (stage: number) => void
  onLeave: () => void
  stage1: ReactNode
  stage2: ReactNode
  told: ReactNode
  strip: ReactNode
  fault: ReactNode
  isBusy: boolean
  className?: string
}

function StageFooter({ onLeave, onStage, stage }: Pick<PresenterProps, 'onLeave' | 'onStage' | 'stage'>) {
  return (
    <footer className="flex flex-none items-center gap-x-6 gap-y-1 border-hairline border-t px-8 py-2 text-ink-3 text-small">
      <button
        type="button"
        className="hover:text-ink"
        disabled={stage === 0}
        onClick={() => onStage(stage - 1)}
      >
        <Kbd>←</Kbd> back
      </button>
      <button
        type="button"
        className="hover:text-ink"
        disabled={stage === LAST_STAGE}
        onClick={() => onStage(stage + 1)}
      >
        <Kbd>→</Kbd> {STAGE_NAMES[stage + 1] ?? 'that was all'}
      </button>
      <button type="button" className="hover:text-ink" onClick={() => onStage(0)}>
        <Kbd>R</Kbd> start over
      </button>
      <span className="ml-auto">
        {STAGE_NAMES.map((name, at) => (
          <span key={name} className={clsx('ml-4', at === stage && 'font-medium text-ink')}>
            {name}
          </span>
        ))}
      </span>
      <button type="button" className="link" onClick={onLeave}>
        Stop presenting
      </button>
    </footer>
  )
}

/** Brings a stage to the top, and again while what stands above it still grows, until someone moves. */
function holdInSight(newest: HTMLElement | null) {
  if (newest === null) return
  const observer = new ResizeObserver(() => newest.scrollIntoView({ block: 'start' }))
  for (const section of newest.closest('[aria-busy]')?.querySelectorAll('section, div') ?? [])
    observer.observe(section)
  const stop = new AbortController()
  const { signal } = stop
  const letGo = () => {
    observer.disconnect()
    stop.abort()
  }
  for (const move of ['wheel', 'pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(move, letGo, { signal })
  return letGo
}

/** While presenting, the rail behind is out of reach for the keyboard too. */
function useRailOutOfReach() {
  useEffect(() => {
    const rail = document.querySelector<HTMLElement>('aside[aria-label="Loupe"]')
    if (rail === null) return
    rail.inert = true
    return () => {
      rail.inert = false
    }
  }, [])
}
