'use client'

import clsx from 'clsx'
import type { ComponentProps, CSSProperties } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import { formatColumn } from '@/lib/memory/text/compare-column.ts'
import { ChipList, ChipRow } from '../ask/chips.tsx'
import { askedFor, DraftArea, ModeChoice } from '../ask/draft-area.tsx'
import { NoMemory } from '../no-memory.tsx'
import { WhatIfStrip } from '../what-if-strip.tsx'
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

/** One text for all columns, in which of the two ways it is meant, and how many columns there are. */
function CompareBar() {
  const { chips, isAsked, pick, url } = useCompareState()
  return (
    <section aria-label="Query" className="grid gap-3 border-hairline border-b px-6 py-4 max-md:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 max-lg:grid-cols-[minmax(0,1fr)]">
        <QueryText key={url.mode} />
        <HowAsked />
      </div>
      {isAsked && chips.length > 0 && <ChipRow chips={chips} asked={url} onPick={pick} />}
    </section>
  )
}

function HowAsked() {
  const { change, columns, setColumnCount, url } = useCompareState()
  const strategies = columns.map(({ setting }) => setting.strategy)
  return (
    <div className="grid justify-items-start gap-2 lg:justify-items-end">
      <div className="flex flex-wrap items-center gap-2">
        <ModeChoice value={url.mode} onChange={(mode) => change({ mode, category: null })} />
        <span className="inline-flex items-center gap-2">
          <Segmented
            label="Columns"
            value={String(columns.length)}
            options={['2', '3', '4'].map((value) => ({ value, label: value, title: `${value} columns` }))}
            onChange={(count) => setColumnCount(Number(count))}
          />
          <span aria-hidden="true" className="text-ink-3 text-small">
            columns
          </span>
        </span>
      </div>
      <CategoryChoice />
      {strategies.some((name) => name.startsWith('random')) && (
        <DrawField
          key={`seed ${url.seed}`}
          label="Seed of the draw"
          type="number"
          min={0}
          max={4_294_967_295}
          defaultValue={url.seed ?? 1}
          className="w-[140px]"
          onBlur={({ target: { value, validity } }) => {
            if (validity.valid) change({ seed: value === '' ? null : Number(value) })
          }}
        />
      )}
    </div>
  )
}

/** What a way that draws by chance wants to know; taken when it is left. */
function DrawField({ label, ...input }: ComponentProps<typeof TextInput> & { label: string }) {
  return (
    <label className="flex items-center gap-2">
      <span className="whitespace-nowrap text-ink-3 text-small">{label}</span>
      <TextInput
        {...input}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </label>
  )
}

/** A whole task has no category; to name one is to say what the agent is about to do. */
function CategoryChoice() {
  const { change, url } = useCompareState()
  return (
    <Segmented<Category | 'open'>
      label="Category"
      value={url.mode === 'task' ? 'open' : (url.category ?? 'open')}
      options={[
        {
          value: 'open',
          label: url.mode === 'task' ? 'ANALYZE first' : 'Predicted',
          title:
            url.mode === 'task'
              ? 'A whole task has no category; the plan begins with ANALYZE'
              : 'By rules, from the words',
        },
        ...CATEGORIES.map((category, index) => ({
          value: category,
          label: (
            <>
              <span className="max-md:hidden">
                <CategoryMark category={category} />
              </span>
              <span className="md:hidden">
                <CategoryMark category={category} show="letter" />
              </span>
            </>
          ),
          keys: String(index + 1),
        })),
      ]}
      onChange={(chosen) =>
        change(chosen === 'open' ? { category: null } : { category: chosen, mode: 'subtask' })
      }
    />
  )
}

/** The same text area as in the playground, with its key beside it. */
function QueryText() {
  const { change, textRef, url } = useCompareState()
  return (
    <div className="relative max-w-[88ch]">
      <DraftArea
        {...askedFor(url.mode)}
        areaRef={textRef}
        value={url.text}
        onCommit={(text) => change({ text })}
        className="max-h-[200px] pr-9"
      />
      <span className="pointer-events-none absolute top-1.5 right-2">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
