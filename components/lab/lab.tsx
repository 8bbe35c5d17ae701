'use client'

import clsx from 'clsx'
import { type CSSProperties, useRef } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ChipList } from '@/components/retrieval/chips.tsx'
import { formatColumn } from '@/components/retrieval/column-url.ts'
import { NoMemory } from '@/components/retrieval/no-memory.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { JoinLines } from './join-lines.tsx'
import { LabColumn } from './lab-column.tsx'
import { LabHead } from './lab-head.tsx'
import { type LabProps, LabState, useLabState } from './lab-state.tsx'
import { QueryBar } from './query-bar.tsx'
import { WrongTurns } from './wrong-turns.tsx'

const QUESTION = 'Which way of retrieving should I trust here?'

const NONE: never[] = []

/** The last answer while the next is on its way. */
const OLD = 'opacity-60 transition-opacity duration-(--t-fast)'

/** Two to four strategies on one text: who injects what, where they part, and what comes along. */
export function Lab(props: LabProps) {
  return (
    <LabState {...props}>
      <Screen />
    </LabState>
  )
}

function Screen() {
  const { asked, current, first, turns } = useLabState()
  if (current === null || (current.entryCount === 0 && !asked.isAsked)) {
    return (
      <>
        <LabHead question={QUESTION} verdict="None yet: the memory is empty." />
        <NoMemory toDo="compare" />
      </>
    )
  }
  return (
    <>
      <LabHead
        question={QUESTION}
        actions={asked.isAsked && <PlaygroundLink />}
        verdict={<Verdict />}
        basis={first && !asked.fault ? <Basis answer={first} /> : undefined}
      />
      <QueryBar />
      {asked.fault ? (
        <ReadErrorState error={asked.fault} onRetry={asked.retry} />
      ) : asked.isAsked ? (
        <Columns />
      ) : (
        <Nothing />
      )}
      {turns && !asked.fault && <WrongTurns turns={turns} />}
    </>
  )
}

function PlaygroundLink() {
  const { text, mode, category } = useLabState().url
  const href = useProjectHref()
  return (
    <LinkButton href={href('/playground', { text: text.trim(), mode, category })} className="max-md:hidden">
      Open in the playground
    </LinkButton>
  )
}

function Columns() {
  const { activeId, asked, columns } = useLabState()
  const gridRef = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={gridRef}
      aria-busy={asked.isLoading}
      style={{ '--columns': columns.length } as CSSProperties}
      className={clsx(
        'relative md:grid md:grid-cols-2 xl:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:px-1',
        asked.isOld && OLD,
      )}
    >
      {columns.map((column) => (
        <LabColumn key={formatColumn(column.setting)} column={column} />
      ))}
      <JoinLines gridRef={gridRef} joined={asked.answers?.joined ?? NONE} activeId={activeId} />
    </div>
  )
}

function Verdict() {
  const { asked, headline } = useLabState()
  if (asked.fault) return 'No answer: the question could not be run.'
  if (!asked.isAsked) return 'Ask once, and see where the ways of retrieving part.'
  if (headline === null) return <span className="text-ink-3">Looking …</span>
  return (
    <span aria-live="polite" className={clsx(asked.isOld && OLD)}>
      {headline}
    </span>
  )
}

function Basis({ answer }: { answer: RetrievalAnswer }) {
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
      <LeftOut />
    </>
  )
}

/** What the address asks for and did not get. */
function LeftOut() {
  const { left, refused, unknown } = useLabState()
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
  const { chips, columns, pick } = useLabState()
  const names = formatList(columns.map(({ setting }) => setting.strategy))
  if (chips.length === 0)
    return (
      <EmptyState title="Nothing asked yet.">
        Paste an issue, or say in one sentence what the agent is about to do. {capital(names)} answer side by
        side, each with its winner, its ranking and what it would inject.
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
