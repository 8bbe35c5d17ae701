'use client'

import { parseAsArrayOf, parseAsInteger, parseAsString } from 'nuqs'
import { useRef } from 'react'
import { useShell } from '@/components/frame/shell.tsx'
import type { Chip } from '@/components/retrieval/chips.tsx'
import { columnLabel, formatColumn } from '@/components/retrieval/column-url.ts'
import {
  DEFAULT_STRATEGIES,
  inUsableSpaces,
  pickColumns,
  withColumn,
  withCount,
} from '@/components/retrieval/prepare-columns.ts'
import { useLookedAt } from '@/components/retrieval/use-looked-at.ts'
import { useUrlState } from '@/components/retrieval/use-url-state.ts'
import { useWrongTurns } from '@/components/retrieval/use-wrong-turns.ts'
import { formatInstant } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { EmbedderView } from '@/lib/memory/embedders.ts'
import type { LabColumn as Column, LabColumn, LabColumnAnswer } from '@/lib/memory/lab/lab.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { StrategyInfo } from './prepare-agreement.ts'
import { type ComparedColumn, prepareComparison } from './prepare-comparison.ts'

export type LabProps = { chips: Chip[]; strategies: StrategyInfo[]; embedders: EmbedderView[] }

/** A column of the screen: what it asks, what it was told, and how that stands beside its siblings. */
export type LabColumnState = {
  /** Place among the columns, from 0. */
  at: number
  setting: Column
  /** Null while its first answer is on the way. */
  given: LabColumnAnswer | null
  /** Null where there is no answer. */
  compared: ComparedColumn | null
}

/** What the address asks of which columns, what came of it, and what can be changed: held once, read by the parts below. */
export const [LabState, useLabState] = sharedState(useLabScreen)

function useLabScreen({ chips, strategies, embedders }: LabProps) {
  const { current } = useShell()
  const [url, setUrl] = useLabUrl()
  const change = (next: Partial<LabUrl>) => void setUrl(next)
  const known = strategies.map(({ name }) => name)
  const { columns: wanted, unknown } = pickColumns(url.columns, known)
  const { columns, left } = inUsableSpaces(wanted, embedders)
  const setColumns = (next: Column[]) => change({ columns: next.map(formatColumn) })
  const asked = useLab(current?.name ?? null, url, columns)
  const compared = comparisonOf(asked.answers?.columns ?? [], columns, strategies)
  const looking = useLookedAt('data-lab-row')
  const textRef = useRef<HTMLTextAreaElement>(null)

  const hasRows = compared.headline !== null
  useHotkeys([
    ...CATEGORIES.map((category, index) => ({
      keys: String(index + 1),
      label: `Retrieve as ${category}`,
      run: () => change({ category, mode: 'subtask' }),
      when: asked.isAsked,
    })),
    { keys: 'j', label: 'Next row', run: () => looking.move(1), when: hasRows },
    { keys: 'k', label: 'Previous row', run: () => looking.move(-1), when: hasRows },
    { keys: '/', label: 'To the text', run: () => textRef.current?.focus() },
  ])
  return {
    ...compared,
    ...looking,
    asked,
    change,
    // They ask about the sample; another memory has no answer to them.
    chips: current?.source === 'written' ? chips : [],
    current,
    embedders,
    /** Embedders that cannot be asked here. */
    left,
    /** Asks one of the examples. */
    pick: ({ text, mode, category }: Chip) => change({ text, mode, category: category ?? null }),
    setColumn: (at: number, next: Column) => setColumns(withColumn(columns, at, next)),
    setColumnCount: (count: number) => setColumns(withCount(columns, count, known)),
    strategies,
    textRef,
    turns: useWrongTurns(turnsRequest(current?.name ?? null, url)),
    /** Names in the address that no strategy has. */
    unknown,
    url,
  }
}

/** The answers side by side. In the order they were asked: while new ones come, the last comparison stays whole. */
function comparisonOf(given: LabColumnAnswer[], columns: Column[], strategies: StrategyInfo[]) {
  const infoOf = (column: Column): StrategyInfo | null => {
    const info = strategies.find(({ name }) => name === column.strategy)
    if (!info) return null
    // The settings belong to the name only where the strategy alone would not tell two columns apart.
    const isAlone = columns.filter(({ strategy }) => strategy === column.strategy).length < 2
    return { ...info, name: isAlone ? info.name : columnLabel(info.name, column, formatInstant) }
  }
  const answered = given.flatMap((one) => {
    const strategy = infoOf(one.column)
    return strategy && one.fault === null ? [{ ...one, strategy }] : []
  })
  const comparison = answered.length > 0 ? prepareComparison(answered) : null
  return {
    first: answered[0]?.answer ?? null,
    headline: comparison?.headline ?? null,
    /** Names of columns that could not be asked. */
    refused: given.flatMap(({ column, fault }) => (fault ? (infoOf(column)?.name ?? []) : [])),
    /** Of the longest ranking, at least 1. */
    rowCount: Math.max(1, ...answered.map(({ answer }) => answer.hits.length)),
    columns: columns.map((setting, at): LabColumnState => {
      const isIts = ({ column }: { column: Column }) => formatColumn(column) === formatColumn(setting)
      const compared = comparison?.columns[answered.findIndex(isIts)] ?? null
      return { at, setting, given: given.find(isIts) ?? null, compared }
    }),
  }
}

/** Rows per column. */
const LIMIT = 8
const LAST_SEED = 0xffff_ffff

/** What the address keeps, so that a link restores the screen. */
function useLabUrl() {
  return useUrlState({
    /** For strategies that draw; 1 when absent. */
    seed: parseAsInteger,
    /** One word a column, see column-url.ts. */
    columns: parseAsArrayOf(parseAsString).withDefault(DEFAULT_STRATEGIES),
  })
}

type LabUrl = ReturnType<typeof useLabUrl>[0]

/** The answers of these columns to the text of the address; the last ones stay while new ones come. */
function useLab(project: string | null, url: LabUrl, columns: LabColumn[]) {
  const asked = question(url, project)
  const isAsked = asked !== null
  const query = useAnswer('compare', asked && { ...asked, limit: LIMIT, columns })
  return {
    isAsked,
    answers: isAsked ? (query.data ?? null) : null,
    isOld: query.isPlaceholderData,
    isLoading: query.isFetching,
    fault: isAsked ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** The question of the address as one whose wrong turns can be told: only where it says what the agent is about to do. */
function turnsRequest(project: string | null, url: LabUrl): RetrieveRequest | null {
  const asked = url.mode === 'subtask' ? question(url, project) : null
  return asked && { ...asked, limit: 1, strategy: 'subtask', floor: null }
}

/** The question of the address; null when there is none. */
function question(url: LabUrl, project: string | null) {
  const text = url.text.trim()
  if (project === null || text === '') return null
  const { mode, category, seed } = url
  return {
    project,
    text,
    mode,
    ...(mode === 'subtask' && category !== null ? { category } : {}),
    ...(seed === null || seed < 0 || seed > LAST_SEED ? {} : { seed }),
  }
}
