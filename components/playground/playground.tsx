'use client'

import clsx from 'clsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import { AskPanel } from './ask/ask-panel.tsx'
import { type Chip, ChipList } from './ask/chips.tsx'
import { nameOf } from './ask/prepare-planned-by.ts'
import { InjectedPanel } from './injected-panel.tsx'
import { KeptOut } from './kept-out.tsx'
import { NoMemory } from './no-memory.tsx'
import { HeadVerdict, PlaygroundScreen, QUESTION } from './playground-head.tsx'
import {
  PlaygroundState,
  type PlaygroundUrl,
  usePlaygroundState,
  useShownAnswer,
} from './playground-state.tsx'
import { presentedWords } from './present/presented-words.ts'
import { Presenter } from './present/presenter.tsx'
import { StageOne, StageTwo } from './stages.tsx'
import { WhatIfStrip } from './what-if-strip.tsx'

/** The heart of Loupe: a text in, both stages of retrieval and the injected message out. */
export function Playground({ chips }: { chips: Chip[] }) {
  return (
    <PlaygroundState chips={chips}>
      <Screen />
    </PlaygroundState>
  )
}

function Screen() {
  const { asked, current, isPresenting } = usePlaygroundState()
  const isEmptyStore = current === null || current.entryCount === 0
  // Stages without a lesson can be asked too.
  if (current === null || (isEmptyStore && current.episodeCount === 0 && !asked.isAsked)) {
    return (
      <PlaygroundScreen isEmptyStore>
        <NoMemory toDo="retrieve" />
      </PlaygroundScreen>
    )
  }
  return isPresenting ? <Presented /> : <Desk isEmptyStore={isEmptyStore} />
}

/** Question, why, and what would be injected, beside each other. */
function Desk({ isEmptyStore }: { isEmptyStore: boolean }) {
  const { asked, data, present } = usePlaygroundState()
  return (
    <PlaygroundScreen
      isEmptyStore={isEmptyStore}
      actions={
        <>
          <Button keys="⇧P" onClick={() => present(true)} className="max-md:hidden">
            Present
          </Button>
          <CopyButton
            className="max-md:hidden"
            text={() => window.location.href}
            label="Share"
            done="Link copied"
          />
        </>
      }
    >
      <div className="grid flex-1 grid-cols-[272px_minmax(0,1fr)_352px] max-xl:content-start max-xl:grid-cols-[264px_minmax(0,1fr)] max-md:flex max-md:flex-col [&>section]:min-w-0 [&>section]:px-6 [&>section]:pt-4 [&>section]:pb-6 max-md:[&>section]:p-4">
        <section aria-label="Query" className="flex flex-col gap-4 border-hairline max-md:border-b">
          <AskPanel />
        </section>
        <section
          aria-label="Why"
          aria-busy={asked.isLoading}
          className={clsx('flex flex-col gap-5 border-hairline md:border-l', asked.isOld && DIM)}
        >
          <Why />
        </section>
        <section
          aria-label="Injected message"
          className={clsx(
            'flex flex-col gap-5 border-hairline max-xl:col-span-2 max-xl:border-t xl:border-l max-md:border-t',
            asked.isOld && DIM,
            data === null && !asked.isAsked && 'max-xl:hidden',
          )}
        >
          <Injected />
        </section>
      </div>
      {!asked.fault && data && (
        <div className={clsx(asked.isOld && DIM)}>
          <Turns />
        </div>
      )}
    </PlaygroundScreen>
  )
}

/** An answer to what was asked before. */
const DIM = 'opacity-60 transition-opacity duration-(--t-fast)'

function Why() {
  const { asked, data } = usePlaygroundState()
  if (asked.fault) return <AskedFault />
  if (!data) return asked.isAsked ? <Loading /> : <Nothing />
  return (
    <>
      <StageOne />
      <StageTwo />
      <KeptOut />
    </>
  )
}

function Loading() {
  return (
    <>
      <div>
        <SectionTitle title="Stage 1" />
        <div className="appear-late mt-10 h-[60px] hatch-wide" />
      </div>
      <div>
        <SectionTitle title="Stage 2" />
        <div className="appear-late mt-24 mb-12 border-plot-axis border-b" />
        <Skeleton lines={5} label="Retrieving" />
      </div>
    </>
  )
}

/** The other three categories, asked the same. */
function Turns() {
  const { choose, data, isPresenting } = useShownAnswer()
  return (
    <WhatIfStrip
      whatIf={data.whatIf}
      unrelated={data.unrelated}
      floor={data.asked.floor ?? null}
      onChoose={choose}
      isPresenting={isPresenting}
    />
  )
}

function Injected() {
  const { asked, data } = usePlaygroundState()
  if (asked.fault) return null
  if (data) return <InjectedPanel />
  if (asked.isAsked) return <Skeleton lines={5} />
  return <p className="text-ink-3">The message an agent would get stands here.</p>
}

function AskedFault() {
  const { asked } = usePlaygroundState()
  return (
    asked.fault && <ReadErrorState className="-ml-6 max-md:-ml-4" error={asked.fault} onRetry={asked.retry} />
  )
}

const STAGES = [StageOne, StageTwo, InjectedPanel, Turns]

function Presented() {
  const { asked, data, present, reveal, stage, url } = usePlaygroundState()
  const Stage = STAGES[stage - 1]
  return (
    <Presenter
      question={QUESTION}
      asked={ownWords(url)}
      askedAs={data && <AskedAs />}
      verdict={<HeadVerdict />}
      stage={stage}
      onStage={reveal}
      onLeave={() => present(false)}
      fault={asked.fault && <AskedFault />}
      isBusy={asked.isLoading}
      className={asked.isOld ? DIM : undefined}
    >
      {data && Stage && <Stage />}
    </Presenter>
  )
}

/** What the speaker typed, never the intent that it became. */
function ownWords({ mode, intent, text }: PlaygroundUrl): string {
  const typed = mode === 'task' && intent ? intent : text
  return presentedWords(typed)
}

/** As which category the words are asked, and who says so. */
function AskedAs() {
  const { intent, plan, plannedBy, predicted } = useShownAnswer().data.answer
  const share = predicted?.probabilities[intent.category]
  return (
    <p className="flex flex-wrap items-baseline gap-x-[0.6em] text-ink-2">
      asked as <CategoryMark category={intent.category} className="text-body!" />
      <span className="text-ink-3">
        {plan
          ? `one of ${plan.length} steps that ${nameOf(plannedBy)} split the task into`
          : share === undefined
            ? 'chosen by hand'
            : `${formatScore(share, 2)} sure, by ${predicted?.predictor}`}
      </span>
    </p>
  )
}

/** Before the first question. */
function Nothing() {
  const { chips, pick } = usePlaygroundState()
  if (chips.length > 0)
    return <ChipList chips={chips} note={`${chips.length} questions to the sample`} onPick={pick} />
  return (
    <EmptyState className="px-0! py-2!" title="Nothing asked yet.">
      Paste an issue: it becomes a plan of four stages, ANALYZE first. Or say in one sentence what the agent
      is about to do: its category is predicted, and you see which lesson would win and by how much.
    </EmptyState>
  )
}
