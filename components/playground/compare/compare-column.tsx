'use client'

import clsx from 'clsx'
import { type CSSProperties, useState } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { InjectedText } from '@/components/marks/injected-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, formatScore, plural } from '@/components/ui/format.ts'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { ErrorState, Skeleton } from '@/components/ui/states.tsx'
import type { ColumnMemory, CompareColumn } from '@/lib/memory/compare.ts'
import type { Hit, Unrelated } from '@/lib/memory/retrieval.ts'
import { chanceToHelp, VERDICT_WORDS } from '../prepare-headline.ts'
import { MiniScoreAxis } from '../score-axis/mini-score-axis.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { type ColumnState, useCompareState } from './compare-state.tsx'
import type { ComparedColumn } from './prepare-comparison.ts'
import { RankedRow } from './ranked-row.tsx'

const span = (rows: number): CSSProperties => ({ gridRow: `span ${rows}` })

/**
 * One strategy: its verdict, its winner, its ranking and what it would inject. Beside its siblings it shares their grid
 * rows, so that the same places stand on one line.
 */
export function Column({ column }: { column: ColumnState }) {
  const { rowCount } = useCompareState()
  const { at, setting, given, compared } = column
  return (
    <section
      aria-label={`Column ${at + 1}, ${setting.strategy}`}
      style={span(rowCount + 3)}
      className={clsx(
        'min-w-0 border-hairline px-5 md:grid md:grid-rows-subgrid max-md:px-4',
        at > 0 && 'max-md:border-t xl:border-l',
        at % 2 === 1 && 'md:border-l',
        at > 1 && 'md:max-xl:border-t',
      )}
    >
      <ColumnHead {...column} />
      {given?.fault ? (
        <div style={span(rowCount + 2)} className="pb-6 max-md:pt-3">
          <ErrorState className="px-3! py-1!" what={given.fault.message} next={given.fault.hint} />
          <AskForChoice setting={setting} />
        </div>
      ) : compared === null ? (
        <div style={span(rowCount + 2)} className="pb-6">
          <Skeleton lines={5} label={`Retrieving by ${setting.strategy}`} />
        </div>
      ) : (
        <>
          <Answer column={compared} unrelated={given?.unrelated ?? null} floor={setting.floor} />
          <Ranking column={compared} />
          <InjectedFold column={compared} />
        </>
      )}
    </section>
  )
}

/** Where a model is to choose among the first lessons: it is asked when somebody presses, not before. */
function AskForChoice({ setting }: { setting: CompareColumn }) {
  const { current, first, retry, strategies, url } = useCompareState()
  const { readQuestion } = useCommands()
  const [said, setSaid] = useState<{ of: string; note: string | null } | null>(null)
  const needs = strategies.find(({ name }) => name === setting.strategy)?.needs
  if (needs !== 'choices' || !current || !isPlain(setting)) return null
  const isStage = url.category !== null || url.mode === 'subtask'
  const ask = async () => {
    setSaid({ of: url.text, note: 'Asking …' })
    const asked = await readQuestion({
      ...{ project: current.name, text: url.text.trim(), mode: 'choice' },
      ...(isStage && first ? { category: first.answer.intent.category } : {}),
      ...(setting.embedder ? { embedder: setting.embedder } : {}),
    })
    setSaid({
      of: url.text,
      note: asked.ok ? asked.value.note : `${asked.error.message} ${asked.error.hint}`,
    })
    retry()
  }
  return (
    <div className="grid justify-items-start gap-1.5 px-3" aria-live="polite">
      <Button onClick={() => void ask()}>Have a model choose</Button>
      {said?.of === url.text && said.note && <p className="text-ink-2 text-small">{said.note}</p>}
    </div>
  )
}

function ColumnHead({ at, setting, given }: ColumnState) {
  const { setColumn, strategies } = useCompareState()
  const strategy = strategies.find(({ name }) => name === setting.strategy)
  return (
    <header className="pt-4 pb-3 max-md:sticky max-md:top-11 max-md:z-10 max-md:-mx-4 max-md:border-hairline max-md:border-b max-md:bg-surface max-md:px-4 max-md:py-2">
      <Select
        aria-label={`Strategy of column ${at + 1}`}
        value={setting.strategy}
        onChange={(event) => setColumn(at, { ...setting, strategy: event.target.value })}
        className="max-w-[280px] font-medium max-md:max-w-none"
      >
        {strategies.map(({ name, needs }) => (
          <option key={name} value={name} disabled={needs === 'model'}>
            {name}
            {needs === 'model' && ' (needs a model)'}
          </option>
        ))}
      </Select>
      {/* Where there is room, the source says so. */}
      {strategy?.after && <p className="mt-1.5 text-small md:hidden">after {strategy.after}</p>}
      {strategy && (
        <p
          className="mt-1.5 line-clamp-2 min-h-8 text-ink-3 text-small leading-4 max-md:hidden"
          title={strategy.source}
        >
          {strategy.unit === 'episode' ? 'whole episodes' : 'single lessons'} ·{' '}
          {strategy.source.split(/\.\s(?=[A-Z])/)[0]}
        </p>
      )}
      <ColumnSettings at={at} column={setting} takesFloor={strategy?.cosineOfDescriptions ?? false} />
      {given?.memory && !isPlain(setting) && <MemoryLine memory={given.memory} />}
    </header>
  )
}

function Ranking({ column }: { column: ComparedColumn }) {
  const { rowCount } = useCompareState()
  if (column.rows.length === 0)
    return (
      <p style={span(rowCount)} className="border-hairline border-t py-3 text-ink-3">
        No ranking.
      </p>
    )
  return (
    <ol
      aria-label={`Ranking by ${column.strategy.name}`}
      style={span(rowCount)}
      className="border-hairline border-t md:grid md:grid-rows-subgrid"
    >
      {column.rows.map((one) => (
        <RankedRow key={one.hit.entryId} row={one} />
      ))}
    </ol>
  )
}

function isPlain({ asOf, position, without }: CompareColumn): boolean {
  return asOf === null && position === null && without === ''
}

/** What a column looked at, where it is not the memory as it is now. */
function MemoryLine({ memory: { revision, entryCount, withoutCount, goneCount } }: { memory: ColumnMemory }) {
  return (
    <p className="text-ink-2 text-small">
      revision {formatCount(revision)}, {plural(entryCount, 'entry', 'entries')} in service
      {withoutCount !== null && `, ${formatCount(withoutCount)} taken out`}
      {goneCount > 0 && `; ${plural(goneCount, 'entry', 'entries')} of that time purged since`}
    </p>
  )
}

const SIGNS = { same: '=', part: '≈', other: '≠' } as const

type AnswerProps = { column: ComparedColumn; unrelated: Unrelated | null; floor: number | null }

function Answer(props: AnswerProps) {
  const { strategy, answer, injected, standing } = props.column
  const winner = answer.hits[0]
  const { verdict } = answer
  if (winner === undefined || verdict.word === 'cold')
    return answer.abstained === 'unfit' ? (
      <p className="pb-4 font-medium max-md:pt-3">The model chose none of the first three.</p>
    ) : (
      <div className="pb-4 max-md:pt-3">
        <p className="font-medium">cold</p>
        <p className="mt-1 text-pretty text-ink-2">
          {strategy.cosineOfDescriptions && answer.kept === 0
            ? `${answer.intent.category} has no entry in service here, so nothing would be injected.`
            : 'It ranks nothing here: the agent works without memory.'}
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-2 pb-4 max-md:pt-3">
      <WinnerScore {...props} winner={winner} />
      <p className="text-pretty font-medium">
        {winner.objective}
        {strategy.unit === 'episode' && (
          <span className="block font-normal text-ink-2 text-small [overflow-wrap:anywhere]">
            {injected.length > 1 ? `and ${injected.length - 1} more of ` : 'of '}
            {winner.instanceId ?? 'one episode'}
          </span>
        )}
      </p>
      {standing && (
        <p className="grid grid-cols-[1.2em_minmax(0,1fr)] text-pretty text-small">
          <span aria-hidden="true">{SIGNS[standing.kind]}</span>
          <span className={standing.kind === 'same' ? 'text-ink-2' : 'font-medium'}>{standing.text}</span>
        </p>
      )}
      <WrongStage column={props.column} />
    </div>
  )
}

function WinnerScore({ column, unrelated, floor, winner }: AnswerProps & { winner: Hit }) {
  const { strategy, answer } = column
  return (
    <div>
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-medium font-mono text-title" title={`${winner.score} unrounded`}>
          {formatScore(winner.score)}
        </span>
        {strategy.unit === 'entry' && <CategoryMark category={winner.category} />}
      </p>
      <VerdictLine isCosine={strategy.cosineOfDescriptions} answer={answer} />
      {unrelated && <MiniScoreAxis data={{ ...answer, poolScores: [], unrelated, floor }} />}
    </div>
  )
}

function VerdictLine({ isCosine, answer }: { isCosine: boolean; answer: ComparedColumn['answer'] }) {
  const { verdict } = answer
  return isCosine ? (
    <p>
      <b className="font-medium">{VERDICT_WORDS[verdict.word]}</b>{' '}
      <span className="text-ink-3">{chanceToHelp(verdict)}</span>
      {answer.abstained === 'floor' && (
        <b className="block font-medium text-warning">below the minimum score: nothing is injected</b>
      )}
    </p>
  ) : (
    <p title={verdict.sentence}>
      <b className="font-medium">no scale</b> <span className="text-ink-3">not a cosine of descriptions</span>
    </p>
  )
}

function WrongStage({ column: { injected, wrongStage } }: { column: ComparedColumn }) {
  if (!wrongStage) return null
  return (
    <div className="border-warning border-l-2 pl-2.5 text-small">
      <p className="text-pretty font-medium text-warning">{wrongStage.text}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-2">
        asked <CategoryMark category={wrongStage.asked} /> injects
        {injected.map(({ entryId, category }) => (
          <CategoryMark key={entryId} category={category} show="letter" />
        ))}
      </p>
    </div>
  )
}

function InjectedFold({ column: { strategy, answer } }: { column: ComparedColumn }) {
  if (answer.injected === null) return <p className="py-3 text-ink-3 text-small">Injects nothing.</p>
  return (
    <details className="py-2 pb-6">
      <summary className="rounded-chip py-1 hover:underline max-md:py-3.5">
        Injected{' '}
        <span
          className="text-ink-3 text-small"
          title="Counted as characters / 4; the backbone's own tokenizer is not here"
        >
          exactly this, {plural(answer.injectedTokens ?? 0, 'token')}
        </span>
      </summary>
      <ScrollRegion
        label={`The message of ${strategy.name}, exactly`}
        className="mt-1 max-h-[360px] overflow-y-auto rounded-control border border-hairline bg-surface-2 px-3 py-2.5"
      >
        <pre className="whitespace-pre-wrap font-mono text-small leading-[19px] [overflow-wrap:anywhere]">
          <InjectedText text={answer.injected} />
        </pre>
      </ScrollRegion>
    </details>
  )
}
