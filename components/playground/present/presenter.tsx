'use client'

import clsx from 'clsx'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { Kbd } from '@/components/ui/kbd.tsx'

/** What presenting shows one after the other, each over the whole screen. */
const STAGE_NAMES = ['the question', 'stage 1', 'stage 2', 'what is injected', 'other categories']
const LABELS = ['', 'Stage 1', 'Stage 2', 'Injected message', 'Other categories']
const INJECTION = 3
export const LAST_STAGE = STAGE_NAMES.length - 1

/** Body type as in use-present-scale.ts, and every other size as its share: one picture on every screen. */
const TYPE = {
  '--fs-body': 'max(20px, min(100vw * 32 / 1920, 100dvh * 32 / 1080))',
  '--fs-read': 'var(--fs-body)',
  '--fs-micro': 'calc(var(--fs-body) * 0.72)',
  '--fs-small': 'calc(var(--fs-body) * 0.8)',
  '--fs-title': 'calc(var(--fs-body) * 1.2)',
  '--fs-verdict': 'calc(var(--fs-body) * 1.4)',
} as CSSProperties

/** The playground for a room: large type, one stage a screen, the next with →, no rail. */
export function Presenter({
  question,
  asked,
  askedAs,
  verdict,
  stage,
  onStage,
  onLeave,
  children,
  fault,
  isBusy,
  className,
}: PresenterProps) {
  useRailOutOfReach()
  const words = asked === '' ? 'Nothing asked yet.' : `“${asked}”`
  return (
    <div style={TYPE} className="fixed inset-0 z-30 flex flex-col bg-surface text-body leading-[1.4]">
      {stage === 0 && !fault ? (
        <div className="flex min-h-0 flex-1 flex-col justify-center gap-[1em] overflow-y-auto px-[5vw] py-[1em]">
          <p className="text-ink-3">{question}</p>
          <h1 className="line-clamp-6 max-w-[40em] text-pretty font-medium text-[1.9em] leading-[1.25] tracking-[-0.014em]">
            {words}
          </h1>
          {askedAs}
        </div>
      ) : (
        <>
          <StageHeader words={words} verdict={stage >= INJECTION ? verdict : null} />
          <div
            aria-busy={isBusy}
            className={clsx(
              'flex min-h-0 flex-1 flex-col overflow-y-auto px-[2.2vw] py-[0.7em]',
              // A screen less full than it could be stands in the middle of it.
              '[&>section]:my-auto',
              className,
            )}
          >
            {fault ?? (
              <section key={stage} aria-label={LABELS[stage]} className="flex min-w-0 flex-col gap-[0.5em]">
                {children}
              </section>
            )}
          </div>
        </>
      )}
      <StageFooter onLeave={onLeave} onStage={onStage} stage={stage} />
    </div>
  )
}

type PresenterProps = {
  question: string
  /** In the speaker's own words. */
  asked: string
  /** As which category they are asked; null until there is an answer. */
  askedAs: ReactNode
  verdict: ReactNode
  stage: number
  onStage: (stage: number) => void
  onLeave: () => void
  /** The stage, unless it is the question. */
  children: ReactNode
  fault: ReactNode
  isBusy: boolean
  className?: string
}

/** The question, and above what came of it the verdict instead. */
function StageHeader({ words, verdict }: { words: string; verdict: ReactNode }) {
  return (
    <header className="flex-none border-hairline border-b px-[2.2vw] pt-[0.6em] pb-[0.5em]">
      {verdict && <p className="truncate text-ink-3 text-small">{words}</p>}
      <h1 className="line-clamp-2 text-pretty font-medium text-verdict leading-[1.25]">{verdict ?? words}</h1>
    </header>
  )
}

function StageFooter({ onLeave, onStage, stage }: Pick<PresenterProps, 'onLeave' | 'onStage' | 'stage'>) {
  return (
    <footer className="flex flex-none flex-wrap items-center gap-x-6 border-hairline border-t px-[2.2vw] py-[0.4em] text-ink-3 text-micro [&_button]:whitespace-nowrap max-md:[&_button]:min-h-11">
      {stage > 0 && (
        <button type="button" className="hover:text-ink" onClick={() => onStage(stage - 1)}>
          <Kbd>←</Kbd> back
        </button>
      )}
      {stage < LAST_STAGE && (
        <button type="button" className="hover:text-ink" onClick={() => onStage(stage + 1)}>
          <Kbd>→</Kbd> <span className="md:hidden">next: </span>
          {STAGE_NAMES[stage + 1]}
        </button>
      )}
      <button type="button" className="hover:text-ink" onClick={() => onStage(0)}>
        <Kbd>R</Kbd> start over
      </button>
      {/* A phone has a line for where one is and the way out, and room for one name. */}
      <span className="ml-auto flex items-center gap-x-6 max-md:w-full max-md:justify-between">
        <span className="whitespace-nowrap">
          {STAGE_NAMES.map((name, at) => (
            <span
              key={name}
              className={clsx('md:ml-[1em]', at === stage ? 'font-medium text-ink' : 'max-md:hidden')}
            >
              {name}
            </span>
          ))}
        </span>
        <button type="button" className="link" onClick={onLeave}>
          Stop presenting
        </button>
      </span>
    </footer>
  )
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
