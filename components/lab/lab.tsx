'use client'

import clsx from 'clsx'
import { type CSSProperties, useRef, useState } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { type Chip, ChipList } from '@/components/retrieval/chips.tsx'
import { columnLabel, formatColumn } from '@/components/retrieval/column-url.ts'
import { NoMemory } from '@/components/retrieval/no-memory.tsx'
import { inUsableSpaces, pickColumns, withColumn, withCount } from '@/components/retrieval/prepare-columns.ts'
import { useWrongTurns } from '@/components/retrieval/use-wrong-turns.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { Fault } from '@/components/ui/faults/fault.tsx'
import { formatCount, formatInstant, formatList, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { EmbedderView } from '@/lib/memory/embedders.ts'
import type { LabColumn as Column } from '@/lib/memory/lab/lab.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { JoinLines } from './join-lines.tsx'
import { LabColumn } from './lab-column.tsx'
import { LabTabs } from './lab-tabs.tsx'
import type { StrategyInfo } from './prepare-agreement.ts'
import { prepareComparison } from './prepare-comparison.ts'
import { QueryBar } from './query-bar.tsx'
import { type LabUrl, turnsRequest, useLab, useLabUrl } from './use-lab.ts'
import { WrongTurns } from './wrong-turns.tsx'

const QUESTION = 'Which way of retrieving should I trust here?'

const NONE: never[] = []
const isSame = (a: Column, b: Column) => formatColumn(a) === formatColumn(b)

/** The last answer while the next is on its way. */
const OLD = 'opacity-60 transition-opacity duration-(--t-fast)'

/** Two to four strategies on one text: who injects what, where they part, and what comes along. */
export function Lab(props: LabProps) {
  const state = useLabScreen(props)
  const { asked, change, chips, columns, current, known, setColumns, textRef, turns, url } = state

  if (current === null || (current.entryCount === 0 && !asked.isAsked)) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Lab' }]} />
        <LabTabs />
        <PageHead question={QUESTION} verdict="None yet: the memory is empty." />
        <NoMemory toDo="compare" />
      </>
    )
  }

  const { text, mode, category } = url
  return (
    <>
      <LabTop {...state} text={text} mode={mode} category={category} />
      <LabTabs />
      <LabHead {...state} />
      <QueryBar
        url={url}
        change={change}
        chips={asked.isAsked ? chips : []}
        columnCount={columns.length}
        asksRepo={columns.some(({ strategy }) => strategy === 'random-in-repo')}
        draws={columns.some(({ strategy }) => strategy.startsWith('random'))}
        onColumnCount={(count) => setColumns(withCount(columns, count, known))}
        textRef={textRef}
      />
      {asked.fault ? (
        <Fault fault={asked.fault} onRetry={asked.retry} />
      ) : asked.isAsked ? (
        <Columns {...state} />
      ) : (
        <Nothing chips={chips} change={change} columns={columns.map(({ strategy }) => strategy)} />
      )}
      {turns && !asked.fault && <WrongTurns turns={turns} />}
    </>
  )
}

function LabTop({
  asked,
  href,
  text,
  mode,
  category,
}: ReturnType<typeof useLabScreen> & {
  text: string
  mode: NonNullable<'task' | 'subtask' | null>
  category: 'ANALYZE' | 'REPRODUCE' | 'EDIT' | 'VERIFY' | null
}) {
  return (
    <TopBar
      crumbs={[{ label: 'Lab' }]}
      actions={
        asked.isAsked && (
          <LinkButton
            href={href('/playground', { text: text.trim(), mode, category })}
            className="max-md:hidden"
          >
            Open in the playground
          </LinkButton>
        )
      }
    />
  )
}

function LabHead({
  answered,
  asked,
  comparison,
  given,
  infoOf,
  left,
  unknown,
}: ReturnType<typeof useLabScreen>) {
  return (
    <PageHead
      question={QUESTION}
      verdict={<Verdict asked={asked} headline={comparison?.headline ?? null} />}
      basis={
        answered[0] && !asked.fault ? (
          <Basis
            answer={answered[0].answer}
            unknown={unknown}
            left={left}
            refused={given.flatMap(({ column, fault }) => (fault ? (infoOf(column)?.name ?? []) : []))}
          />
        ) : undefined
      }
    />
  )
}

function Columns({
  activeId,
  answered,
  asked,
  columns,
  comparison,
  embedders,
  given,
  gridRef,
  projectParam,
  rowCount,
  setActiveId,
  setColumns,
  strategies,
}: ReturnType<typeof useLabScreen>) {
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
      {columns.map((column, at) => (
        <LabColumn
          key={formatColumn(column)}
          at={at}
          setting={column}
          strategies={strategies}
          embedders={embedders}
          given={given.find((each) => isSame(each.column, column)) ?? null}
          column={comparison?.columns[answered.findIndex((each) => isSame(each.column, column))] ?? null}
          rowCount={rowCount}
          project={projectParam}
          activeId={activeId}
          onActive={setActiveId}
          onChange={(next) => setColumns(withColumn(columns, at, next))}
          className={clsx(
            at > 0 && 'max-md:border-t xl:border-l',
            at % 2 === 1 && 'md:border-l',
            at > 1 && 'md:max-xl:border-t',
          )}
        />
      ))}
      <JoinLines gridRef={gridRef} joined={asked.answers?.joined ?? NONE} activeId={activeId} />
    </div>
  )
}

type LabProps = {
  chips: Chip[]
  strategies: StrategyInfo[]
  embedders: EmbedderView[]
}

function useLabScreen({ chips: sampleChips, strategies, embedders }: LabProps) {
  const { current, projectParam } = useShell()
  const href = useProjectHref()
  // They ask about the sample; another memory has no answer to them.
  const chips = current?.source === 'written' ? sampleChips : []
  const known = strategies.map(({ name }) => name)
  const [url, setUrl] = useLabUrl()
  const { columns: wanted, unknown } = pickColumns(url.columns, known)
  const { columns, left } = inUsableSpaces(wanted, embedders)
  const asked = useLab(current?.name ?? null, url, columns)
  const [activeId, setActiveId] = useState<string | null>(null)
  const textRef = useRef<HTMLTextAreaElement>(null)
  const change = (next: Partial<LabUrl>) => void setUrl(next)

  const turns = useWrongTurns(turnsRequest(current?.name ?? null, url))
  const setColumns = (next: Column[]) => change({ columns: next.map(formatColumn) })
  const gridRef = useRef<HTMLDivElement>(null)
  const infoOf = (column: Column): StrategyInfo | null => {
    const info = strategies.find(({ name }) => name === column.strategy)
    if (!info) return null
    // The settings belong to the name only where the strategy alone would not tell two columns apart.
    const isAlone = columns.filter(({ strategy }) => strategy === column.strategy).length < 2
    return { ...info, name: isAlone ? info.name : columnLabel(info.name, column, formatInstant) }
  }
  // In the order they were asked: while new ones come, the last comparison stays whole.
  const given = asked.answers?.columns ?? []
  const answered = given.flatMap((one) => {
    const strategy = infoOf(one.column)
    return strategy && one.fault === null ? [{ ...one, strategy }] : []
  })
  const comparison = answered.length > 0 ? prepareComparison(answered) : null
  const rowCount = Math.max(1, ...answered.map(({ answer }) => answer.hits.length))

  const move = (by: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-lab-row]')]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus()
  }
  const hasRows = comparison !== null
  useHotkeys([
    ...CATEGORIES.map((category, index) => ({
      keys: String(index + 1),
      label: `Retrieve as ${category}`,
      run: () => change({ category, mode: 'subtask' }),
      when: asked.isAsked,
    })),
    { keys: 'j', label: 'Next row', run: () => move(1), when: hasRows },
    { keys: 'k', label: 'Previous row', run: () => move(-1), when: hasRows },
    { keys: '/', label: 'To the text', run: () => textRef.current?.focus() },
  ])
  return {
    activeId,
    answered,
    asked,
    change,
    chips,
    columns,
    comparison,
    current,
    embedders,
    given,
    gridRef,
    href,
    infoOf,
    known,
    left,
    projectParam,
    rowCount,
    setActiveId,
    setColumns,
    strategies,
    textRef,
    turns,
    unknown,
    url,
  }
}

type Asked = ReturnType<typeof useLab>

function Verdict({ asked, headline }: { asked: Asked; headline: string | null }) {
  if (asked.fault) return 'No answer: the question could not be run.'
  if (!asked.isAsked) return 'Ask once, and see where the ways of retrieving part.'
  if (headline === null) return <span className="text-ink-3">Looking …</span>
  return (
    <span aria-live="polite" className={clsx(asked.isOld && OLD)}>
      {headline}
    </span>
  )
}

function Basis({
  answer,
  unknown,
  left,
  refused,
}: {
  answer: RetrievalAnswer
  unknown: string[]
  left: string[]
  /** Columns that could not be asked. */
  refused: string[]
}) {
  const how = answer.plan ? 'first of the plan' : answer.predicted ? 'predicted by rules' : 'chosen by you'
  return (
    <>
      <span>
        <SourceChip source="measured" /> {answer.embedder}
      </span>
      <span>
        asked as <CategoryMark category={answer.intent.category} /> {how}
      </span>
      <span>{plural(answer.considered, 'approved entry', 'approved entries')} in scope</span>
      <span className="text-ink-3">one text, nothing logged; agreement is not correctness</span>
      {refused.length > 0 && <span className="text-warning">{formatList(refused)} could not be asked</span>}
      {unknown.length > 0 && (
        <span className="text-warning">
          {unknown.length === 1
            ? 'There is no strategy'
            : `${formatCount(unknown.length)} are no strategies:`}{' '}
          {formatList(unknown.map((name) => `“${name.slice(0, 40)}”`))}, left out
        </span>
      )}
      {left.length > 0 && (
        <span className="text-warning">
          Not every entry has a vector of {formatList(left.map((id) => `“${id.slice(0, 60)}”`))} that can be
          asked here: compared in the space in use
        </span>
      )}
    </>
  )
}

function Nothing({
  chips,
  change,
  columns,
}: {
  chips: Chip[]
  change: (next: Partial<LabUrl>) => void
  columns: string[]
}) {
  if (chips.length === 0)
    return (
      <EmptyState title="Nothing asked yet.">
        Paste an issue, or say in one sentence what the agent is about to do. {capital(formatList(columns))}{' '}
        answer side by side, each with its winner, its ranking and what it would inject.
      </EmptyState>
    )
  return (
    <div className="px-6 py-4 max-md:px-4">
      <ChipList
        chips={chips}
        note={`${chips.length} questions to the sample, each to ${formatList(columns)}`}
        onPick={({ text, mode, category }) => change({ text, mode, category: category ?? null })}
      />
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
