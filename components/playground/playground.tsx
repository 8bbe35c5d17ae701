'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { type Chip, ChipList } from '@/components/retrieval/chips.tsx'
import { NoMemory } from '@/components/retrieval/no-memory.tsx'
import { useWrongTurns } from '@/components/retrieval/use-wrong-turns.ts'
import { Fault } from '@/components/ui/faults/fault.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { AnswerActions, useSaving } from './answer-actions.tsx'
import { AskPanel, PresentButton } from './ask-panel.tsx'
import { compareParams } from './compare-params.ts'
import { InjectedPanel } from './injected-panel.tsx'
import { KeptOut } from './kept-out.tsx'
import { Head, HeadVerdict, QUESTION } from './playground-head.tsx'
import { Loading, ShareButton } from './playground-states.tsx'
import { LAST_STAGE, Presenter } from './presenter.tsx'
import { StageOne, StageTwo } from './stages.tsx'
import { useExplained } from './use-explained.ts'
import { MORE, type PlaygroundUrl, turnsRequest, usePlayground, usePlaygroundUrl } from './use-playground.ts'
import { usePlaygroundKeys } from './use-playground-keys.ts'
import { WhatIfStrip } from './what-if-strip.tsx'

/** The heart of Loupe: a text in, both stages of retrieval and the injected message out. */
export function Playground(props: PlaygroundProps) {
  const state = usePlaygroundScreen(props)
  const {
    activeId,
    asked,
    choose,
    compareHref,
    current,
    data,
    explained,
    isPresenting,
    pin,
    present,
    projectParam,
    saving,
    setActiveId,
    setUrl,
    turns,
    url,
  } = state

  const head = (
    <Head asked={asked} floor={url.floor} isEmptyStore={current === null || current.entryCount === 0} />
  )

  if (current === null || (current.entryCount === 0 && !asked.isAsked)) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Playground' }]} />
        {head}
        <NoMemory toDo="retrieve" />
      </>
    )
  }

  const stage1 = data && <StageOne data={data} project={projectParam} isPresenting={isPresenting} />
  const stage2 = data && (
    <StageTwo
      data={data}
      explained={explained}
      floor={url.floor}
      project={projectParam}
      activeId={activeId}
      onActive={setActiveId}
      pinnedId={url.pin}
      onMore={
        data.answer.hits.length < Math.min(MORE, data.answer.kept) ? () => void setUrl({ limit: MORE }) : null
      }
      onChoose={choose}
      isPresenting={isPresenting}
    />
  )
  const told = data && (
    <InjectedPanel
      answer={data.answer}
      floor={url.floor}
      project={projectParam}
      source={current.source}
      isPresenting={isPresenting}
      actions={
        isPresenting ? null : (
          <AnswerActions
            saving={saving}
            pin={data.answer.hits.length > 0 ? { isPinned: url.pin !== null, toggle: pin } : null}
            compareHref={compareHref}
          />
        )
      }
    />
  )
  const strip = data && data.whatIf.length > 0 && (
    <WhatIfStrip data={data} turns={turns} floor={url.floor} onChoose={choose} isPresenting={isPresenting} />
  )
  const dim = asked.isOld && 'opacity-60 transition-opacity duration-(--t-fast)'

  if (isPresenting) {
    return <Presented {...state} stage1={stage1} stage2={stage2} told={told} strip={strip} dim={dim} />
  }

  return (
    <>
      <TopBar
        crumbs={[{ label: 'Playground' }]}
        actions={
          <>
            <PresentButton onClick={() => present(true)} />
            <ShareButton />
          </>
        }
      />
      {head}
      <div className="grid flex-1 grid-cols-[272px_minmax(0,1fr)_352px] max-xl:content-start max-xl:grid-cols-[264px_minmax(0,1fr)] max-md:flex max-md:flex-col [&>section]:min-w-0 [&>section]:px-6 [&>section]:pt-4 [&>section]:pb-6 max-md:[&>section]:p-4">
        <QueryPane {...state} />
        <WhyPane {...state} dim={dim} stage1={stage1} stage2={stage2} />
        <InjectedPane {...state} dim={dim} told={told} />
      </div>
      {!asked.fault && strip && <div className={clsx(dim)}>{strip}</div>}
    </>
  )
}

type PlaygroundProps = { chips: Chip[] }

type PlaygroundState = ReturnType<typeof usePlaygroundScreen>

function usePlaygroundScreen({ chips: sampleChips }: PlaygroundProps) {
  const { current, projectParam } = useShell()
  // They ask about the sample; another memory has no answer to them.
  const chips = current?.source === 'written' ? sampleChips : []
  const href = useProjectHref()
  const [url, setUrl] = usePlaygroundUrl()
  const asked = usePlayground(current?.name ?? null, url)
  const explained = useExplained(asked.data)
  const turns = useWrongTurns(turnsRequest(asked.request, asked.data?.answer ?? null))
  const router = useRouter()
  const textRef = useRef<HTMLTextAreaElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const isPresenting = url.density === 'presenter'
  const stage = isPresenting ? url.stage : LAST_STAGE
  const { data } = asked
  const saving = useSaving(data && asked.request)

  const change = (next: Partial<Pick<PlaygroundUrl, 'text' | 'mode' | 'category' | 'intent' | 'floor'>>) =>
    void setUrl(next)
  const choose = (category: Category) => change({ category, intent: null })
  const present = (on: boolean) => void setUrl({ density: on ? 'presenter' : null, stage: null })
  const reveal = (to: number) => void setUrl({ stage: to })
  const move = (by: number) => {
    const marks = [...document.querySelectorAll<HTMLElement>('[data-candidate]')]
    const at = marks.findIndex((mark) => mark.dataset.candidate === activeId)
    marks[Math.min(marks.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus()
  }

  const compareHref = asked.request && href('/lab', compareParams(asked.request, url.category))
  const pin = () => {
    const wanted = activeId ?? data?.answer.hits[0]?.entryId ?? null
    void setUrl({ pin: wanted === url.pin ? null : wanted })
  }

  usePlaygroundKeys({
    hasAnswer: data !== null,
    isPresenting,
    stage,
    choose,
    move,
    pin,
    compare: () => compareHref && router.push(compareHref),
    save: saving.save,
    toText: () => textRef.current?.focus(),
    present,
    reveal,
  })
  return {
    activeId,
    asked,
    change,
    chips,
    choose,
    compareHref,
    current,
    data,
    explained,
    href,
    isPresenting,
    pin,
    present,
    projectParam,
    reveal,
    saving,
    setActiveId,
    setUrl,
    stage,
    textRef,
    turns,
    url,
  }
}

function QueryPane({ asked, change, chips, data, href, textRef, url }: PlaygroundState) {
  return (
    <section aria-label="Query" className="flex flex-col gap-4 border-hairline max-md:border-b">
      <AskPanel
        url={url}
        change={change}
        base={asked.base}
        current={data?.answer.intent.category ?? null}
        chips={asked.isAsked ? chips : []}
        floorsHref={href('/lab/floors')}
        textRef={textRef}
      />
    </section>
  )
}

function WhyPane({
  asked,
  change,
  chips,
  data,
  projectParam,
  url,
  dim,
  stage1,
  stage2,
}: PlaygroundState & {
  dim: false | 'opacity-60 transition-opacity duration-(--t-fast)'
  stage1: ReactNode
  stage2: ReactNode
}) {
  return (
    <section
      aria-label="Why"
      aria-busy={asked.isLoading}
      className={clsx('flex flex-col gap-5 border-hairline md:border-l', dim)}
    >
      {asked.fault ? (
        <Fault className="-ml-6 max-md:-ml-4" fault={asked.fault} onRetry={asked.retry} />
      ) : (
        ((data && (
          <>
            {stage1}
            {stage2}
            <KeptOut data={data} floor={url.floor} project={projectParam} />
          </>
        )) ??
        (asked.isAsked ? (
          <Loading />
        ) : (
          <Nothing
            chips={chips}
            onPick={({ text, mode, category }) =>
              change({ text, mode, category: category ?? null, intent: null })
            }
          />
        )))
      )}
    </section>
  )
}

function InjectedPane({
  asked,
  dim,
  told,
}: PlaygroundState & { dim: false | 'opacity-60 transition-opacity duration-(--t-fast)'; told: ReactNode }) {
  return (
    <section
      aria-label="Injected message"
      className={clsx(
        'flex flex-col gap-5 border-hairline max-xl:col-span-2 max-xl:border-t xl:border-l max-md:border-t',
        dim,
        told === null && !asked.isAsked && 'max-xl:hidden',
      )}
    >
      {asked.fault
        ? null
        : (told ??
          (asked.isAsked ? (
            <Skeleton lines={5} />
          ) : (
            <p className="text-ink-3">The message an agent would get stands here.</p>
          )))}
    </section>
  )
}

function Presented({
  asked,
  data,
  present,
  reveal,
  stage,
  url,
  stage1,
  stage2,
  told,
  strip,
  dim,
}: PlaygroundState & {
  stage1: ReactNode
  stage2: ReactNode
  told: ReactNode
  strip: ReactNode
  dim: false | 'opacity-60 transition-opacity duration-(--t-fast)'
}) {
  return (
    <Presenter
      question={QUESTION}
      asked={ownWords(url)}
      askedAs={data && <AskedAs data={data} />}
      verdict={<HeadVerdict asked={asked} floor={url.floor} />}
      stage={stage}
      onStage={reveal}
      onLeave={() => present(false)}
      stages={[stage1, stage2, told, strip]}
      fault={
        asked.fault && <Fault className="-ml-6 max-md:-ml-4" fault={asked.fault} onRetry={asked.retry} />
      }
      isBusy={asked.isLoading}
      className={dim || undefined}
    />
  )
}

/** What the speaker typed, never the intent that it became. */
function ownWords({ mode, intent, text }: PlaygroundUrl): string {
  const typed = mode === 'task' && intent ? intent : text
  return typed.trim().replace(/\s+/g, ' ').slice(0, 400)
}

/** As which category the words are asked, and who says so. */
function AskedAs({ data: { answer } }: { data: PlaygroundAnswer }) {
  const { intent, plan, predicted } = answer
  const share = predicted?.probabilities[intent.category]
  return (
    <p className="flex flex-wrap items-baseline gap-x-[0.6em] text-ink-2">
      asked as <CategoryMark category={intent.category} className="text-body!" />
      <span className="text-ink-3">
        {plan
          ? 'one of four steps that the task was split into'
          : share === undefined
            ? 'chosen by hand'
            : `${formatScore(share, 2)} sure, by ${predicted?.predictor}`}
      </span>
    </p>
  )
}

/** Before the first question. */
function Nothing({ chips, onPick }: { chips: Chip[]; onPick: (chip: Chip) => void }) {
  if (chips.length > 0)
    return <ChipList chips={chips} note={`${chips.length} questions to the sample`} onPick={onPick} />
  return (
    <EmptyState className="px-0! py-2!" title="Nothing asked yet.">
      Paste an issue at the left and it becomes four intents, ANALYZE first. Or say in one sentence what the
      agent is about to do: its category is predicted, and you see which lesson would win and by how much.
    </EmptyState>
  )
}
