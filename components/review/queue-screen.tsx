'use client'

import clsx from 'clsx'
import { useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState, Skeleton } from '@/components/ui/states.tsx'
import { suggestedSurvivor } from '@/lib/memory/findings/worklist.ts'
import type { ReviewItem, ReviewQueue, SampleSoFar, VerdictKey } from '@/lib/memory/review.ts'
import { Asking } from './asking.tsx'
import { BlindResult } from './blind-result.tsx'
import { keepWords } from './blind-words.ts'
import { Draw } from './draw.tsx'
import { type Choice, EntryCards } from './entry-cards.tsx'
import { Panes } from './panes.tsx'
import { QueueBar } from './queue-bar.tsx'
import { SamplePanel } from './sample-panel.tsx'
import { estimateVerdict, junkCountWords, shareWords } from './sample-words.ts'
import { type AskedQueue, itemDomId, type Queue, useQueue } from './use-queue.ts'

type QueueScreenProps = { asked: AskedQueue; initial: ReviewQueue }

/** One queue by keyboard: the item, why it is here, and a key for each verdict. */
export function QueueScreen({ asked, initial }: QueueScreenProps) {
  const state = useQueue(asked, initial)
  const { queue, item, error } = state
  const href = useProjectHref()
  return (
    <Screen
      crumbs={[{ label: 'Review', path: '/memories/review' }, { label: queue.title }]}
      actions={
        queue.filter && (
          <LinkButton className="max-md:hidden!" href={href('/memories', queue.filter)}>
            As a table
          </LinkButton>
        )
      }
      question={queue.question}
      verdict={headline(queue, state.bound)}
      basis={<Basis {...queue} />}
    >
      <QueueBar {...state} />
      <div
        className={
          queue.sample
            ? 'grid flex-1 grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-[minmax(0,1fr)]'
            : 'contents'
        }
      >
        {error ? (
          <ReadErrorState
            error={error}
            where="The queue was not read; nothing is lost."
            onRetry={state.readAgain}
          />
        ) : queue.earlier ? (
          <Draw {...state} />
        ) : item === null && (queue.left ?? 0) > 0 ? (
          <div className="px-6 py-6">
            <Skeleton lines={5} label="Reading the queue" />
          </div>
        ) : item === null ? (
          <NothingLeft {...state} />
        ) : (
          <Stage state={state} item={item} />
        )}
        {queue.sample && <SamplePanel {...state} sample={queue.sample} />}
      </div>
      {queue.reading && <BlindResult {...queue.reading} />}
    </Screen>
  )
}

export function headline(
  { title, noun, left, total, draws, earlier, sample, reading }: ReviewQueue,
  bound: number,
): string {
  if (draws) return `${title}: draw some ${noun[1]}, then judge them.`
  if (earlier) return `${title}: choose from ${earlier.length}.`
  if (sample) return estimateVerdict(sample.report, sample.population, bound)
  if (reading) return keepWords(reading.revealed.report)
  if (left === null) return `${title}: unknown.`
  if (total)
    return left === 0
      ? `Done: all ${plural(total, ...noun)} are judged.`
      : `${formatCount(left)} of ${plural(total, ...noun)} to go.`
  return `${title}: ${left === 0 ? 'nothing left to decide' : `${plural(left, ...noun)} to judge`}.`
}

function Basis({ rule, basis = [], precision, dismissed = 0, noun, isBlind, sample }: ReviewQueue) {
  return (
    <>
      {isBlind && <SourceChip source="measured" />}
      {sample && <SampleBasis {...sample} />}
      {rule && (
        <details className="open:basis-full">
          <summary className="cursor-pointer touch:py-3.5">
            {isBlind ? 'how it is drawn' : 'found by rule'}
          </summary>
          <p className="max-w-[90ch] text-pretty pb-1">{rule}</p>
        </details>
      )}
      {precision === null && <span>precision not judged yet, n 0</span>}
      {precision && (
        <span>
          right in {formatPercent(precision.share)} of {plural(precision.n, ...noun)} judged, 95 % CI{' '}
          {(precision.interval.low * 100).toFixed(0)} to {formatPercent(precision.interval.high)}
        </span>
      )}
      {dismissed > 0 && <span>{formatCount(dismissed)} dismissed</span>}
      {basis.map((words) => (
        <span key={words} className="text-ink-3">
          {words}
        </span>
      ))}
    </>
  )
}

/** How much of a sample is judged, and what that says of all it was drawn from. */
function SampleBasis({ report, population }: SampleSoFar) {
  const { judgedCount, unsureCount, junk, isJudged } = report
  return (
    <>
      <span>
        {plural(judgedCount, 'entry', 'entries')} judged
        {unsureCount > 0 && `, ${formatCount(unsureCount)} unsure and left out`}
      </span>
      {junk && (
        <span>
          {shareWords(junk)}
          {!isJudged && ', however often one looks'}
        </span>
      )}
      {junk && <span>{junkCountWords(report, population)}</span>}
    </>
  )
}

function NothingLeft({ queue, takeBack, canTakeBack }: Queue) {
  const href = useProjectHref()
  const {
    empty: { title, words },
    taken = 0,
    done = 0,
    noun,
    outcome,
  } = queue
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {outcome && done > 0 && (
            <LinkButton variant="solid" href={href(outcome)}>
              See what came of it
            </LinkButton>
          )}
          {done > 0 && canTakeBack && (
            <Button variant="quiet" keys="⌫" onClick={() => void takeBack()}>
              Take back
            </Button>
          )}
        </>
      }
    >
      {taken > 0 ? `${plural(taken, ...noun)} ${taken === 1 ? 'is' : 'are'} with other reviewers.` : words}
    </EmptyState>
  )
}

function Stage({ state, item }: { state: Queue; item: ReviewItem }) {
  const { queue, cursor, isOld, by } = state
  const { place, moveTo } = cursor
  const [one] = queue.noun
  const choice = useChoice(item)
  const { verdicts, say, dialog } = useVerdicts(state, item, choice)
  useHotkeys([
    { keys: 'j ArrowDown', label: `Next ${one}`, run: () => moveTo(place + 1), when: !queue.isBlind },
    { keys: 'k ArrowUp', label: `Previous ${one}`, run: () => moveTo(place - 1), when: !queue.isBlind },
  ])
  return (
    <div
      aria-busy={isOld}
      className={clsx(
        'grid flex-1 max-lg:grid-cols-[minmax(0,1fr)]',
        queue.isBlind ? 'grid-cols-[minmax(0,1fr)]' : 'grid-cols-[300px_minmax(0,1fr)]',
        isOld && !queue.isBlind && 'opacity-60',
      )}
    >
      {!queue.isBlind && <ItemList {...state} />}
      <section aria-label={`The ${one}`} className="flex min-w-0 flex-col">
        {item.why && (
          <p className="border-hairline border-b px-6 py-3 text-pretty max-md:px-4">
            {item.why}
            {item.claimedBy && <span className="text-ink-3 text-small"> claimed by {item.claimedBy}</span>}
          </p>
        )}
        <div className="flex-1">
          {item.card.kind === 'entries' ? (
            <EntryCards card={item.card} choice={choice} />
          ) : (
            <Panes key={item.id} panes={item.card.panes} />
          )}
        </div>
        <div
          role="toolbar"
          aria-label="Decide"
          // Messages stand above it.
          data-bottom-bar
          className="sticky bottom-0 z-10 flex gap-2 border-ink border-t bg-overlay px-6 py-3 max-md:flex-wrap max-md:gap-1 max-md:px-4 max-md:py-1"
        >
          <span className="flex min-w-0 flex-wrap gap-2 max-md:contents">
            {verdicts.map((verdict) => (
              <ActButton
                asks="settleReview"
                key={verdict.name}
                keys={verdict.key.toUpperCase()}
                variant={verdict.isDanger ? 'danger' : 'plain'}
                disabled={state.isPending || (queue.isBlind && by === '')}
                onClick={() => say(verdict)}
              >
                {verdict.label}
              </ActButton>
            ))}
            <ActButton asks="takeBackReview" variant="quiet" keys="⌫" onClick={() => void state.takeBack()}>
              Take back
            </ActButton>
          </span>
          {!queue.isBlind && <Steps onMove={(step) => moveTo(place + step)} />}
        </div>
      </section>
      {dialog}
    </div>
  )
}

const STEPS = [
  { to: 'Previous', mark: '‹', keys: 'K', by: -1 },
  { to: 'Next', mark: '›', keys: 'J', by: 1 },
]

function Steps({ onMove }: { onMove: (by: number) => void }) {
  return (
    <span className="ml-auto flex flex-none gap-2 max-md:gap-1">
      {STEPS.map(({ to, mark, keys, by }) => (
        <Button key={to} variant="quiet" keys={keys} onClick={() => onMove(by)} className="max-md:w-11">
          <span className="max-md:sr-only">{to}</span>
          <span aria-hidden="true" className="text-title md:hidden">
            {mark}
          </span>
        </Button>
      ))}
    </span>
  )
}

/** Which of several entries stays: the one that speaks for itself, until somebody chooses. Null: nothing is to be chosen. */
function useChoice({ id, card }: ReviewItem): Choice | null {
  const [chosen, setChosen] = useState<{ of: string; id: string } | null>(null)
  const entries = card.kind === 'entries' && card.titles === null ? card.entries : []
  const isChoice = entries.length > 1
  const suggestedId = suggestedSurvivor(entries)?.id ?? null
  const keep = (one: string) => setChosen({ of: id, id: one })
  useHotkeys(
    entries.slice(0, 9).map((entry, k) => ({
      ...{ keys: String(k + 1), label: `Keep entry ${k + 1}`, when: isChoice },
      run: () => keep(entry.id),
    })),
  )
  if (!isChoice) return null
  return { keptId: chosen?.of === id ? chosen.id : (suggestedId ?? ''), suggestedId, keep }
}

/** The verdicts that the item can get, their keys, and the dialog of one that asks. */
function useVerdicts(state: Queue, item: ReviewItem, choice: Choice | null) {
  const [asking, setAsking] = useState<VerdictKey | null>(null)
  const { queue, decide, needsName, isPending } = state
  const entries = item.card.kind === 'entries' ? item.card.entries : []
  const keptId = choice?.keptId ?? entries[0]?.id ?? ''
  const entryIds = choice ? entries.flatMap(({ id }) => (id === keptId ? [] : [id])) : [keptId]
  const labelOf = ({ label, ofSeveral }: VerdictKey) => (choice && ofSeveral ? ofSeveral : label)
  const verdicts = queue.verdicts.filter(({ asks }) => asks?.kind !== 'merge' || choice !== null)
  const say = (verdict: VerdictKey) => {
    if (needsName()) return
    if (verdict.asks) setAsking(verdict)
    else void decide(item, verdict)
  }
  useHotkeys(
    verdicts.map((verdict) => ({
      ...{ keys: verdict.key, label: labelOf(verdict), when: !isPending },
      run: () => say(verdict),
    })),
  )
  const dialog = (
    <Asking
      key={asking?.name}
      verdict={asking}
      label={asking ? labelOf(asking) : ''}
      firstReason={item.firstReason ?? ''}
      card={item.card}
      {...{ entries, keptId, entryIds, isPending }}
      onClose={() => setAsking(null)}
      onSay={async (said) => {
        const fault = asking && (await decide(item, asking, said))
        if (fault === null) setAsking(null)
        return fault
      }}
    />
  )
  return { verdicts: verdicts.map((verdict) => ({ ...verdict, label: labelOf(verdict) })), say, dialog }
}

/** What is to be decided, a line each; the cursor's line is current. */
function ItemList({ queue: { items, left, noun }, query: { view }, cursor: { place, moveTo }, by }: Queue) {
  const [, many] = noun
  const name = view === 'dismissed' ? 'Dismissed' : many.charAt(0).toUpperCase() + many.slice(1)
  return (
    <nav aria-label={name} className="border-hairline border-r max-lg:border-r-0 max-lg:border-b">
      <ol
        aria-label={name}
        className="overflow-y-auto lg:sticky lg:top-11 lg:max-h-[calc(100dvh-44px)] max-lg:max-h-44"
      >
        {items.map(({ id, card, claimedBy, mark }, k) => {
          const entry = card.kind === 'entries' ? card.entries[0] : undefined
          return (
            <li key={id} id={itemDomId(id)}>
              <button
                type="button"
                tabIndex={k === place ? 0 : -1}
                aria-current={k === place || undefined}
                onClick={() => moveTo(k)}
                className="grid h-9 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-2 border-hairline border-b pr-4 pl-6 text-left hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--text)] max-md:h-11 max-md:pl-4"
              >
                {entry ? <CategoryMark category={entry.category} show="letter" /> : <span />}
                <span className="truncate">
                  {entry?.description.objective ?? (card.kind === 'panes' ? card.panes[0]?.title : '')}
                </span>
                <span className="font-mono text-ink-3 text-micro">
                  {claimedBy && (claimedBy === by ? 'yours ' : 'taken ')}
                  {mark}
                </span>
              </button>
            </li>
          )
        })}
        {(left ?? 0) > items.length && (
          <li className="px-6 py-2 text-ink-3 text-small">
            {formatCount((left ?? 0) - items.length)} more follow as these are decided.
          </li>
        )}
      </ol>
    </nav>
  )
}
