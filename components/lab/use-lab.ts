'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { ActionFault, MODES } from '@/components/retrieval/use-playground.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { RetrievalAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { DEFAULT_STRATEGIES } from './prepare-columns.ts'

/** Rows per column. */
const LIMIT = 8

export type CompareAction = (input: {
  requests: RetrieveRequest[]
}) => Promise<ActionResult<RetrievalAnswer[]>>

/** What the address keeps, so that a link restores the screen. */
export function useLabUrl() {
  return useQueryStates(
    {
      text: parseAsString.withDefault(''),
      mode: parseAsStringLiteral(MODES).withDefault('task'),
      /** Only for what the agent is about to do; a whole task has none. */
      category: parseAsStringLiteral(CATEGORIES),
      strategies: parseAsArrayOf(parseAsString).withDefault(DEFAULT_STRATEGIES),
    },
    { history: 'replace', shallow: true },
  )
}

export type LabUrl = ReturnType<typeof useLabUrl>[0]

/** The answers of these strategies to the text of the address; the last ones stay while new ones come. */
export function useLab(compare: CompareAction, project: string | null, url: LabUrl, columns: string[]) {
  const text = url.text.trim()
  const isAsked = project !== null && text !== ''
  const category = url.mode === 'subtask' && url.category !== null ? { category: url.category } : {}
  const requests = columns.map((strategy) => ({
    project: project ?? '',
    text,
    mode: url.mode,
    ...category,
    strategy,
    limit: LIMIT,
    floor: null,
  }))
  const query = useQuery({
    queryKey: ['lab', requests],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      const result = await compare({ requests })
      if (!result.ok) throw new ActionFault(result.error)
      return result.value
    },
  })
  return {
    isAsked,
    answers: isAsked ? (query.data ?? null) : null,
    isOld: query.isPlaceholderData,
    isLoading: query.isFetching,
    fault: isAsked ? query.error : null,
    retry: () => void query.refetch(),
  }
}
