'use client'

import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { formatColumn } from '@/lib/memory/text/compare-column.ts'
import { ChipList } from '../ask/chips.tsx'
import { NoMemory } from '../no-memory.tsx'
import { WhatIfStrip } from '../what-if-strip.tsx'
import { CompareBar } from './compare-bar.tsx'
import { Column } from './compare-column.tsx'
import { type CompareProps, CompareState, useCompareState } from './compare-state.tsx'

/** The last answer while the next is on its way. */
const OLD = 'opacity-60 transition-opacity duration-(--t-fast)'

/** Two to four ways to retrieve on one text: who injects what, where they part, and what comes along. */
export function Compare(props: CompareProps) {
  return (
    <CompareState {...props}>
      <Room />
    </CompareState>
  )
}

function Room() {
  const { answers, change, current, fault, first, isAsked, retry } = useCompareState()
  const isEmpty = current === null || (current.entryCount === 0 && !isAsked)
  return (
    <Screen
      crumbs={[{ label: 'Playground', path: '/playground' }, { label: 'Compare' }]}
      actions={isAsked && <AskLink />}
      question="Which strategy should I trust here?"
      verdict={isEmpty ? 'None yet: the memory is empty.' : <Verdict />}
      basis={first && !fault ? <Basis answer={first.answer} /> : undefined}
    >
      {isEmpty ? (
        <NoMemory toDo="compare" />
      ) : (
        <>
          <CompareBar />
          {fault ? <ReadErrorState error={fault} onRetry={retry} /> : isAsked ? <Columns /> : <Nothing />}
          {answers?.whatIf && !fault && (
            <WhatIfStrip
              whatIf={answers.whatIf}
              unrelated={first?.unrelated ?? null}
              floor={null}
              onChoose={(category) => change({ category, mode: 'subtask' })}
            />
          )}
        </>
      )}
    </Screen>
  )
}

function AskLink() {
  const { text, mode, category } = useCompareState().url
  const href = useProjectHref()
  return (
    <LinkButton href={href('/playground', { text: text.trim(), mode, category })} className="max-md:hidden">
      Ask this
    </LinkButton>
  )
}

function Columns() {
  const { columns, isLoading, isOld } = useCompareState()
  return (
    <div
      aria-busy={isLoading}
      style={{ '--columns': columns.length } as CSSProperties}
      className={clsx(
        'relative md:grid md:grid-cols-2 xl:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:px-1',
        isOld && OLD,
      )}
    >
      {columns.map((column) => (
        <Column key={formatColumn(column.setting)} column={column} />
      ))}
    </div>
  )
}

function Verdict() {
  const { fault, headline, isAsked, isOld } = useCompareState()
  if (fault) return 'No answer: the question could not be run.'
  if (!isAsked) return 'Compare retrieval strategies on one question'
  if (headline === null) return <span className="text-ink-3">Looking …</span>
  return (
    <span aria-live="polite" className={clsx(isOld && OLD)}>
      {headline}
    </span>
  )
}

function Basis({ answer }: { answer: RetrievalAnswer }) {
  const { camps } = useCompareState()
  const how = answer.plan ? 'first of the plan' : answer.predicted ? 'predicted by rules' : 'chosen by you'
  return (
    <>
      <span>
        <SourceChip source="measured" /> {answer.embedder}
      </span>
      <span>
        asked as <CategoryMark category={answer.intent.category} /> {how}
      </span>
      <span>{plural(answer.considered, 'entry', 'entries')} in service, in scope</span>
      <span className="text-ink-3">one text, nothing logged; agreement is not correctness</span>
      {camps.length > 0 && <p className="basis-full text-pretty">{camps.join(' · ')}</p>}
      <LeftOut />
    </>
  )
}

/** What the address asks for and did not get. */
function LeftOut() {
  const { left, refused, unknown } = useCompareState()
  const words = [
    refused.length > 0 && `${formatList(refused)} could not be asked`,
    unknown.length > 0 &&
      `${unknown.length === 1 ? 'There is no strategy' : `${formatCount(unknown.length)} are no strategies:`} ${formatList(unknown.map((name) => `“${name.slice(0, 40)}”`))}, left out`,
    left.length > 0 &&
      `Not every entry has a vector of ${formatList(left.map((id) => `“${id.slice(0, 60)}”`))} that can be asked here: compared in the space in use`,
  ]
  return words.map(
    (one) =>
      one && (
        <span key={one} className="text-warning">
          {one}
        </span>
      ),
  )
}

function Nothing() {
  const { chips, columns, pick } = useCompareState()
  const names = formatList(columns.map(({ setting }) => setting.strategy))
  if (chips.length === 0)
    return (
      <EmptyState title="Nothing asked yet.">
        Paste an issue, or say in one sentence what the agent is about to do. Each of {names} answers with its
        winner, its ranking and what it would inject.
      </EmptyState>
    )
  return (
    <div className="px-6 py-4 max-md:px-4">
      <ChipList
        chips={chips}
        note={`${chips.length} questions to the sample, each to ${names}`}
        onPick={pick}
      />
    </div>
  )
}
