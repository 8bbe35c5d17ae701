'use client'

import clsx from 'clsx'
import { type ReactNode, useEffect, useState, useTransition } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatDuration } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { PageHead } from '@/components/ui/page-head.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useProjectHref, useShell } from '@/components/ui/shell.tsx'
import { SourceChip } from '@/components/ui/source-chip.tsx'
import { EmptyState, ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { AskPanel, type Chip, ChipList, PresentButton } from './ask-panel.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { InjectedPanel } from './injected-panel.tsx'
import { enlargedBy } from './prepare-funnel.ts'
import { aboveUnrelated, prepareHeadline } from './prepare-headline.ts'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis-chart.tsx'
import {
  ActionFault,
  type PlaygroundUrl,
  type RetrieveAction,
  usePlayground,
  usePlaygroundUrl,
} from './use-playground.ts'
import { WhatIfStrip } from './what-if-strip.tsx'

const QUESTION = 'If an agent met this now, what would it be told, and why that?'
/** What presenting reveals one after the other: question, stage 1, stage 2, injection and wrong turns. */
const LAST_STAGE = 3

/** The heart of Loupe: a text in, both stages of retrieval and the injected message out. */
export function Playground({
  chips: sampleChips,
  retrieve,
  save,
}: {
  chips: Chip[]
  retrieve: RetrieveAction
  save: (request: RetrieveRequest) => Promise<ActionResult<{ id: string }>>
}) {
  const { current, projectParam } = useShell()
  // They ask about the sample; another memory has no answer to them.
  const chips = current?.source === 'written' ? sampleChips : []
  const href = useProjectHref()
  const [url, setUrl] = usePlaygroundUrl()
  const asked = usePlayground(retrieve, current?.name ?? null, url)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [isSaving, startSaving] = useTransition()
  const [savedKey, setSavedKey] = useState<string | null>(null)
  const toast = useToast()
  const isPresenting = url.density === 'presenter'
  const stage = isPresenting ? url.stage : LAST_STAGE
  const { data } = asked
  const requestKey = JSON.stringify(asked.request)

  const change = (next: Partial<Pick<PlaygroundUrl, 'text' | 'mode' | 'category' | 'intent'>>) =>
    void setUrl(next)
  const choose = (category: Category) => change({ category, intent: null })
  const present = (on: boolean) => void setUrl({ density: on ? 'presenter' : null, stage: null })
  const reveal = (to: number) => void setUrl({ stage: Math.min(LAST_STAGE, Math.max(0, to)) })

  const onSave = () => {
    const request = asked.request
    if (request === null || isSaving || data === null) return
    startSaving(async () => {
      const result = await save(request)
      if (result.ok) {
        setSavedKey(requestKey)
        toast.show({ text: `Saved as ${result.value.id}. The overview lists it.` })
      } else toast.show({ text: `Not saved. ${result.error.message} ${result.error.hint}`, tone: 'danger' })
    })
  }
  const move = (by: number) => {
    const marks = [...document.querySelectorAll<HTMLElement>('[data-candidate]')]
    const at = marks.findIndex((mark) => mark.dataset.candidate === activeId)
    marks[Math.min(marks.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus()
  }

  const hasData = data !== null
  useHotkeys([
    ...CATEGORIES.map((category, index) => ({
      keys: String(index + 1),
      label: `Retrieve as ${category}`,
      run: () => choose(category),
      when: hasData,
    })),
    { keys: 'j', label: 'Next candidate', run: () => move(1), when: hasData },
    { keys: 'k', label: 'Previous candidate', run: () => move(-1), when: hasData },
    { keys: 's', label: 'Save this retrieval', run: onSave, when: hasData },
    {
      keys: 'shift+p',
      label: isPresenting ? 'Stop presenting' : 'Present',
      run: () => present(!isPresenting),
    },
    { keys: 'ArrowRight', label: 'Reveal the next stage', run: () => reveal(stage + 1), when: isPresenting },
    { keys: 'ArrowLeft', label: 'Hide the last stage', run: () => reveal(stage - 1), when: isPresenting },
    { keys: 'r', label: 'Start over', run: () => reveal(0), when: isPresenting },
    { keys: 'Escape', label: 'Stop presenting', run: () => present(false), when: isPresenting },
  ])
  usePresenterFocus(isPresenting)

  const saveButton = hasData && (
    <Button
      variant="solid"
      keys="S"
      onClick={onSave}
      disabled={isSaving || savedKey === requestKey}
      className="max-md:flex-1"
    >
      {savedKey === requestKey ? 'Saved' : 'Save'}
    </Button>
  )
  const head = <Head asked={asked} isEmptyStore={current === null || current.entryCount === 0} />

  if (current === null || (current.entryCount === 0 && !asked.isAsked)) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Playground' }]} />
        {head}
        <EmptyState
          title="No memories yet, so there is nothing to retrieve."
          actions={
            <>
              <LinkButton variant="solid" href={href('/import')}>
                Import
              </LinkButton>
              <LinkButton href={href('/')}>Load the sample</LinkButton>
            </>
          }
        >
          Drop trajectories of an agent, or load the sample from the overview, then ask again.
        </EmptyState>
      </>
    )
  }

  const why = data && (
    <>
      <div hidden={stage < 1}>
        <SectionTitle title="Stage 1" note={<StageOneNote data={data} />} />
        <FunnelChart answer={data.answer} project={projectParam} isPresenting={isPresenting} />
      </div>
      <div hidden={stage < 2}>
        <SectionTitle
          title="Stage 2"
          note={`cosine on the description${data.poolScores.length < data.answer.kept ? `, best ${formatCount(data.poolScores.length)} of ${formatCount(data.answer.kept)} drawn` : ''}`}
          end={
            data.answer.hits.length > 0 && (
              <span className="text-ink-3 touch:hidden">hover a mark, or J K, to see its words</span>
            )
          }
        />
        <ScoreAxisChart
          data={{ ...data, hits: data.answer.hits, kept: data.answer.kept, verdict: data.answer.verdict }}
          category={data.answer.intent.category}
          project={projectParam}
          activeId={activeId}
          onActive={setActiveId}
          isPresenting={isPresenting}
        />
      </div>
      <div hidden={stage < 2}>
        {data.answer.hits.length > 0 ? (
          <Ranking data={data} project={projectParam} activeId={activeId} onActive={setActiveId} />
        ) : (
          <Cold data={data} onChoose={choose} />
        )}
      </div>
    </>
  )
  const told = data && (
    <InjectedPanel answer={data.answer} project={projectParam} source={current.source} actions={saveButton} />
  )
  const strip = data && data.whatIf.length > 0 && (
    <WhatIfStrip data={data} onChoose={choose} isPresenting={isPresenting} />
  )
  const dim = asked.isOld && 'opacity-60 transition-opacity duration-(--t-fast)'

  if (isPresenting) {
    return (
      <div data-density="presenter" className="fixed inset-0 z-30 overflow-y-auto bg-surface text-body">
        <PageHead
          question={QUESTION}
          verdict={stage < LAST_STAGE ? <Asked url={url} data={data} /> : <HeadVerdict asked={asked} />}
          basis={<PresenterKeys stage={stage} onLeave={() => present(false)} />}
        />
        <div aria-busy={asked.isLoading} className={clsx('flex flex-col gap-8 px-6 py-6', dim)}>
          {asked.fault ? <Fault fault={asked.fault} onRetry={asked.retry} /> : why}
          {stage >= LAST_STAGE && told && (
            <section aria-label="Injected message" className="flex max-w-[1000px] flex-col gap-6">
              {told}
            </section>
          )}
        </div>
        {stage >= LAST_STAGE && strip}
      </div>
    )
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
        <section aria-label="Query" className="flex flex-col gap-4 border-hairline max-md:border-b">
          <AskPanel
            url={url}
            change={change}
            base={asked.base}
            current={data?.answer.intent.category ?? null}
            chips={asked.isAsked || chips.length === 0 ? chips : []}
          />
        </section>
        <section
          aria-label="Why"
          aria-busy={asked.isLoading}
          className={clsx('flex flex-col gap-5 border-hairline md:border-l', dim)}
        >
          {asked.fault ? (
            <Fault fault={asked.fault} onRetry={asked.retry} />
          ) : (
            (why ?? (asked.isAsked ? <Loading /> : <Nothing chips={chips} change={change} />))
          )}
        </section>
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
      </div>
      {!asked.fault && strip && <div className={clsx(dim)}>{strip}</div>}
    </>
  )
}

type Asked = ReturnType<typeof usePlayground>

function Head({ asked, isEmptyStore }: { asked: Asked; isEmptyStore: boolean }) {
  const answer = asked.data?.answer
  const above = answer === undefined ? null : aboveUnrelated(answer.verdict)
  return (
    <PageHead
      question={QUESTION}
      verdict={
        isEmptyStore && !asked.isAsked ? (
          'It would be told nothing: the memory is empty.'
        ) : (
          <HeadVerdict asked={asked} />
        )
      }
      basis={
        answer && !asked.fault ? (
          <>
            <span>
              <SourceChip source="measured" /> cosine, {answer.embedder}
            </span>
            <span>
              {formatCount(answer.kept)} {answer.intent.category} {answer.kept === 1 ? 'entry' : 'entries'} of{' '}
              {formatCount(answer.considered)}
            </span>
            {above && answer.verdict.word !== 'nothing-fits' && <span>{above}</span>}
            {answer.verdict.word === 'unknown' && (
              <span>{formatCount(answer.verdict.pairCount)} unrelated pairs, 1,000 are needed</span>
            )}
            {answer.verdict.word === 'nothing-fits' && answer.injected !== null && (
              <span>no floor is set, so it would be injected all the same</span>
            )}
            <span className="text-ink-3">{formatDuration(Math.max(1, answer.tookMs))}, not logged</span>
          </>
        ) : undefined
      }
    />
  )
}

function HeadVerdict({ asked }: { asked: Asked }) {
  if (asked.fault) return 'No answer: the question could not be run.'
  if (!asked.data)
    return asked.isAsked ? (
      <span className="text-ink-3">Looking …</span>
    ) : (
      'Give it a task, or what the agent is about to do.'
    )
  const { before, score, after } = prepareHeadline(asked.data.answer)
  return (
    <span aria-live="polite">
      {before}
      {score && <span className="font-mono tracking-[-0.03em]">{score}</span>}
      {after}
    </span>
  )
}

function StageOneNote({ data }: { data: PlaygroundAnswer }) {
  const { kept, considered, funnel } = data.answer
  const factor = enlargedBy(funnel)
  return (
    <>
      the category is a wall: {formatCount(kept)} of {formatCount(considered)} {kept === 1 ? 'stays' : 'stay'}
      {factor !== null && `; all in scope is drawn enlarged ${formatCount(factor)} times`}
    </>
  )
}

function Asked({ url, data }: { url: PlaygroundUrl; data: PlaygroundAnswer | null }) {
  return (
    <>
      “
      {data && url.mode === 'task' ? data.answer.intent.description.objective : url.text.trim().slice(0, 240)}
      ”
    </>
  )
}

function PresenterKeys({ stage, onLeave }: { stage: number; onLeave: () => void }) {
  const next = ['→ stage 1', '→ stage 2', '→ what is injected', 'R starts over'][stage]
  return (
    <>
      <span className="font-mono">{next}</span>
      <span>
        <button type="button" className="link" onClick={onLeave}>
          Stop presenting
        </button>
      </span>
    </>
  )
}

function Cold({ data, onChoose }: { data: PlaygroundAnswer; onChoose: (category: Category) => void }) {
  const others = data.whatIf.filter((turn) => turn.kept > 0 && turn.category !== data.answer.intent.category)
  return (
    <EmptyState
      className="px-0! py-2!"
      title={`${data.answer.intent.category} has no approved entry yet, so nothing would be injected.`}
      actions={others.map((turn) => (
        <Button key={turn.category} onClick={() => onChoose(turn.category)}>
          Ask {turn.category}, {formatCount(turn.kept)}
        </Button>
      ))}
    >
      The first arrives with the next finished {data.answer.intent.category}. Other categories are never asked
      instead: that is the wall.
    </EmptyState>
  )
}

function Nothing({
  chips,
  change,
}: {
  chips: Chip[]
  change: (next: { text: string; mode: 'task' | 'subtask'; category: Category | null; intent: null }) => void
}) {
  if (chips.length === 0) {
    return (
      <EmptyState className="px-0! py-2!" title="Nothing asked yet.">
        Paste an issue at the left and it becomes four intents, ANALYZE first. Or say in one sentence what the
        agent is about to do: its category is predicted, and you see which lesson would win and by how much.
      </EmptyState>
    )
  }
  return (
    <ChipList chips={chips} change={(next) => change(next as Parameters<typeof change>[0])}>
      <SectionTitle title="Try one that surprises" note={`${chips.length} questions to the sample`} />
    </ChipList>
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

function Fault({ fault, onRetry }: { fault: Error; onRetry: () => void }): ReactNode {
  const known = fault instanceof ActionFault ? fault : null
  return (
    <ErrorState
      className="-ml-6 max-md:-ml-4"
      what={fault.message}
      where={known?.place ? `At ${known.place}.` : undefined}
      next={known?.hint ?? 'Is Loupe still running? Then try again.'}
      reference={known?.reference}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}

function ShareButton() {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      className="max-md:hidden"
      onClick={() => {
        void navigator.clipboard.writeText(window.location.href).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2_000)
        })
      }}
    >
      <span aria-live="polite">{isCopied ? 'Link copied' : 'Share'}</span>
    </Button>
  )
}

/** While presenting, the rail behind is out of reach for the keyboard too. */
function usePresenterFocus(isPresenting: boolean) {
  useEffect(() => {
    const rail = document.querySelector<HTMLElement>('aside[aria-label="Loupe"]')
    if (!isPresenting || rail === null) return
    rail.inert = true
    return () => {
      rail.inert = false
    }
  }, [isPresenting])
}
