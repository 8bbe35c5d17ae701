'use client'

import { parseAsArrayOf, parseAsInteger, parseAsString } from 'nuqs'
import { useRef } from 'react'
import { useShell } from '@/components/frame/shell.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { ColumnAnswer, CompareColumn, CompareRequest, StrategyInfo } from '@/lib/memory/compare.ts'
import type { EmbedderView } from '@/lib/memory/embedders.ts'
import { isSample } from '@/lib/memory/sample.ts'
import { formatColumn } from '@/lib/memory/text/compare-column.ts'
import type { Chip } from '../ask/chips.tsx'
import { useLookedAt, useQuestionUrl } from '../question-url.ts'
import {
  DEFAULT_STRATEGIES,
  inUsableSpaces,
  pickColumns,
  settingWords,
  withColumn,
  withCount,
} from './columns.ts'
import { type ComparedColumn, prepareComparison } from './prepare-comparison.ts'

export type CompareProps = { chips: Chip[]; strategies: StrategyInfo[]; embedders: EmbedderView[] }

/** A column of the screen: what it asks, what it was told, and how that stands beside its siblings. */
export type ColumnState = {
  /** Place among the columns, from 0. */
  at: number
  setting: CompareColumn
  /** Null while its first answer is on the way. */
  given: ColumnAnswer | null
  /** Null where there is no answer. */
  compared: ComparedColumn | null
}

/** What the address asks of which columns, what came of it, and what can be changed: held once, read by the parts below. */
export const [CompareState, useCompareState] = sharedState(useCompareScreen)

const LIMIT = 8
const LAST_SEED = 0xffff_ffff

function useCompareScreen({ chips, strategies, embedders }: CompareProps) {
  const { current } = useShell()
  const [url, setUrl] = useCompareUrl()
  const change = (next: { [Name in keyof CompareUrl]?: CompareUrl[Name] | null }) => void setUrl(next)
  const known = strategies.map(({ name }) => name)
  const { columns: wanted, unknown } = pickColumns(url.columns, known)
  const { columns, left } = inUsableSpaces(wanted, embedders)
  const setColumns = (next: CompareColumn[]) => change({ columns: next.map(formatColumn) })
  const request = requestOf(current?.name ?? null, url, columns)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnswer('compare', request)
  const answers = request === null ? null : (data ?? null)
  const compared = comparisonOf(answers?.columns ?? [], columns, strategies)
  const looking = useLookedAt('data-compared')
  const textRef = useRef<HTMLTextAreaElement>(null)

  const hasRows = compared.headline !== null
  useHotkeys([
    ...CATEGORIES.map((category, index) => ({
      keys: String(index + 1),
      label: `Retrieve as ${category}`,
      run: () => change({ category, mode: 'subtask' }),
      when: request !== null,
    })),
    { keys: 'j', label: 'Next row', run: () => looking.move(1), when: hasRows },
    { keys: 'k', label: 'Previous row', run: () => looking.move(-1), when: hasRows },
    { keys: '/', label: 'To the text', run: () => textRef.current?.focus() },
  ])
  return {
    ...compared,
    ...looking,
    answers,
    change,
    // They ask about the sample; another memory has no answer to them.
    chips: isSample(current) ? chips : [],
    current,
    embedders,
    fault: request === null ? null : error,
    isAsked: request !== null,
    isLoading: isFetching,
    /** The last comparison, while the next is on its way. */
    isOld: isPlaceholderData,
    /** Embedders that cannot be asked here. */
    left,
    /** Asks one of the examples. */
    pick: ({ text, mode, category }: Chip) => change({ text, mode, category: category ?? null }),
    retry: () => void refetch(),
    setColumn: (at: number, next: CompareColumn) => setColumns(withColumn(columns, at, next)),
    setColumnCount: (count: number) => setColumns(withCount(columns, count, known)),
    strategies,
    textRef,
    /** Names in the address that no strategy has. */
    unknown,
    url,
  }
}

/** The answers side by side. In the order they were asked: while new ones come, the last comparison stays whole. */
function comparisonOf(given: ColumnAnswer[], columns: CompareColumn[], strategies: StrategyInfo[]) {
  const infoOf = (column: CompareColumn): StrategyInfo | null => {
    const info = strategies.find(({ name }) => name === column.strategy)
    if (!info) return null
    // The settings belong to the name only where the strategy alone would not tell two columns apart.
    const isAlone = columns.filter(({ strategy }) => strategy === column.strategy).length < 2
    return { ...info, name: isAlone ? info.name : [info.name, ...settingWords(column)].join(', ') }
  }
  const answered = given.flatMap((one) => {
    const strategy = infoOf(one.column)
    return strategy && one.fault === null ? [{ ...one, strategy }] : []
  })
  const comparison = answered.length > 0 ? prepareComparison(answered) : null
  return {
    camps: comparison?.camps ?? [],
    first: answered[0] ?? null,
    headline: comparison?.headline ?? null,
    /** Names of columns that could not be asked. */
    refused: given.flatMap(({ column, fault }) => (fault ? (infoOf(column)?.name ?? []) : [])),
    /** Of the longest ranking, at least 1. */
    rowCount: Math.max(1, ...answered.map(({ answer }) => answer.hits.length)),
    columns: columns.map((setting, at): ColumnState => {
      const isIts = ({ column }: { column: CompareColumn }) => formatColumn(column) === formatColumn(setting)
      const compared = comparison?.columns[answered.findIndex(isIts)] ?? null
      return { at, setting, given: given.find(isIts) ?? null, compared }
    }),
  }
}

/** What the address keeps, so that a link restores the screen. */
function useCompareUrl() {
  return useQuestionUrl({
    /** For strategies that draw; 1 when absent. */
    seed: parseAsInteger,
    /** One word a column, see columns.ts. */
    columns: parseAsArrayOf(parseAsString).withDefault(DEFAULT_STRATEGIES),
  })
}

type CompareUrl = ReturnType<typeof useCompareUrl>[0]

/** The question of the address, asked of these columns; null when there is none. */
function requestOf(project: string | null, url: CompareUrl, columns: CompareColumn[]): CompareRequest | null {
  const text = url.text.trim()
  if (project === null || text === '') return null
  const { mode, category, seed } = url
  return {
    ...{ project, text, mode, limit: LIMIT, columns },
    ...(mode === 'subtask' && category !== null ? { category } : {}),
    ...(seed === null || seed < 0 || seed > LAST_SEED ? {} : { seed }),
  }
}
