'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useProjectHref, useShell } from '@/components/ui/shell.tsx'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { AskPanel, type Chip, PresentButton } from './ask-panel.tsx'
import { Clarity } from './clarity.tsx'
import { compareParams } from './compare-params.ts'
import { FunnelChart } from './funnel-chart.tsx'
import { InjectedPanel } from './injected-panel.tsx'
import { KeptOut } from './kept-out.tsx'
import { Head, HeadVerdict, QUESTION, StageOneNote } from './playground-head.tsx'
import { Cold, Fault, Loading, Nothing, ShareButton } from './playground-states.tsx'
import { LAST_STAGE, Presenter } from './presenter.tsx'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis-chart.tsx'
import {
  MORE,
  type PlaygroundUrl,
  type RetrieveAction,
  usePlayground,
  usePlaygroundUrl,
  useTurns,
  type WrongTurnsAction,
} from './use-playground.ts'
import { WhatIfStrip } from './what-if-strip.tsx'

/** Candidates shown while presenting: more do not fit a projector beside the axis. */
const PRESENTED = 5

/** The heart of Loupe: a text in, both stages of retrieval and the injected message out. */
export function Playground({
  chips: sampleChips,
  retrieve,
  save,
  askWrongTurns,
}: {
  chips: Chip[]
  retrieve: RetrieveAction
  askWrongTurns: WrongTurnsAction
  save: (request: RetrieveRequest) => Promise<ActionResult<{ id: string }>>
}) {
  const { current, projectParam } = useShell()
  // They ask about the sample; another memory has no answer to them.
  const chips = current?.source === 'written' ? sampleChips : []
  const href = useProjectHref()
  const [url, setUrl] = usePlaygroundUrl()
  const asked = usePlayground(retrieve, current?.name ?? null, url)
  const turns = useTurns(askWrongTurns, asked.request, asked.data?.answer ?? null)
  const router = useRouter()
  const textRef = useRef<HTMLTextAreaElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [isSaving, startSaving] = useTransition()
  const [savedKey, setSavedKey] = useState<string | null>(null)
  const toast = useToast()
  const isPresenting = url.density === 'presenter'
  const stage = isPresenting ? url.stage : LAST_STAGE
  const { data } = asked
  const requestKey = JSON.stringify(asked.request)

  const change = (next: Partial<Pick<PlaygroundUrl, 'text' | 'mode' | 'category' | 'intent' | 'floor'>>) =>
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

  const compareHref = asked.request && href('/lab', compareParams(asked.request, url.category))
  const pin = () => {
    const wanted = activeId ?? data?.answer.hits[0]?.entryId ?? null
    void setUrl({ pin: wanted === url.pin ? null : wanted })
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
    { keys: 'p', label: 'Pin a candidate, to hold its words beside others', run: pin, when: hasData },
    {
      keys: 'c',
      label: 'Compare ways of retrieving in the lab',
      run: () => compareHref && router.push(compareHref),
      when: hasData,
    },
    { keys: 's', label: 'Save this retrieval', run: onSave, when: hasData },
    { keys: '/', label: 'To the text', run: () => textRef.current?.focus(), when: !isPresenting },
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

  const actions = hasData && (
    <>
      <Button
        variant="solid"
        keys="S"
        onClick={onSave}
        disabled={isSaving || savedKey === requestKey}
        className="max-md:flex-1"
      >
        {savedKey === requestKey ? 'Saved' : 'Save'}
      </Button>
      {data.answer.hits.length > 0 && (
        <Button keys="P" onClick={pin} aria-pressed={url.pin !== null} className="max-md:flex-1">
          {url.pin === null ? 'Pin' : 'Unpin'}
        </Button>
      )}
      {compareHref && (
        <LinkButton keys="C" href={compareHref} className="max-md:flex-1">
          Compare
        </LinkButton>
      )}
    </>
  )
  const head = (
    <Head asked={asked} floor={url.floor} isEmptyStore={current === null || current.entryCount === 0} />
  )

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

  const stage1 = data && (
    <div>
      <SectionTitle title="Stage 1" note={<StageOneNote data={data} />} />
      <FunnelChart answer={data.answer} project={projectParam} isPresenting={isPresenting} />
    </div>
  )
  const stage2 = data && (
    <>
      <div>
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
          data={{
            ...data,
            hits: data.answer.hits,
            kept: data.answer.kept,
            verdict: data.answer.verdict,
            floor: url.floor,
          }}
          category={data.answer.intent.category}
          project={projectParam}
          activeId={activeId}
          onActive={setActiveId}
          isPresenting={isPresenting}
        />
        <Clarity data={data} project={projectParam} onActive={setActiveId} />
      </div>
      {data.answer.hits.length > 0 ? (
        <Ranking
          data={data}
          project={projectParam}
          activeId={activeId}
          onActive={setActiveId}
          pinnedId={url.pin}
          most={isPresenting ? PRESENTED : data.answer.hits.length}
          onMore={
            !isPresenting && data.answer.hits.length < Math.min(MORE, data.answer.kept)
              ? () => void setUrl({ limit: MORE })
              : null
          }
        />
      ) : (
        <Cold data={data} onChoose={choose} />
      )}
    </>
  )
  const told = data && (
    <InjectedPanel
      answer={data.answer}
      floor={url.floor}
      project={projectParam}
      source={current.source}
      actions={actions}
    />
  )
  const strip = data && data.whatIf.length > 0 && (
    <WhatIfStrip data={data} turns={turns} floor={url.floor} onChoose={choose} isPresenting={isPresenting} />
  )
  const dim = asked.isOld && 'opacity-60 transition-opacity duration-(--t-fast)'

  if (isPresenting) {
    return (
      <Presenter
        question={QUESTION}
        asked={
          data && url.mode === 'task'
            ? data.answer.intent.description.objective
            : url.text.trim().slice(0, 240)
        }
        verdict={<HeadVerdict asked={asked} floor={url.floor} />}
        stage={stage}
        onStage={reveal}
        onLeave={() => present(false)}
        stage1={stage1}
        stage2={stage2}
        told={told}
        strip={strip}
        fault={asked.fault && <Fault fault={asked.fault} onRetry={asked.retry} />}
        isBusy={asked.isLoading}
        className={dim || undefined}
      />
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
            chips={asked.isAsked ? chips : []}
            floorsHref={href('/lab/floors')}
            textRef={textRef}
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
            ((data && (
              <>
                {stage1}
                {stage2}
                <KeptOut data={data} floor={url.floor} project={projectParam} />
              </>
            )) ??
            (asked.isAsked ? <Loading /> : <Nothing chips={chips} change={change} />))
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
