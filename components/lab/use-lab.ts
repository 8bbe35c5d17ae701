'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { ActionFault, MODES } from '@/components/retrieval/use-playground.ts'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { LabColumn, LabComparison, LabRequest, WrongTurns } from '@/lib/memory/lab.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { DEFAULT_STRATEGIES } from './prepare-columns.ts'

/** Rows per column. */
const LIMIT = 8

export type CompareAction = (input: LabRequest) => Promise<ActionResult<LabComparison>>
export type WrongTurnsAction = (input: RetrieveRequest) => Promise<ActionResult<WrongTurns>>

/** What the address keeps, so that a link restores the screen. */
export function useLabUrl() {
  return useQueryStates(
    {
      text: parseAsString.withDefault(''),
      mode: parseAsStringLiteral(MODES).withDefault('task'),
      /** Only for what the agent is about to do; a whole task has none. */
      category: parseAsStringLiteral(CATEGORIES),
      /** Repository of the work at hand; only `random-in-repo` asks. */
      repo: parseAsString,
      /** One word a column, see column-url.ts. */
      columns: parseAsArrayOf(parseAsString).withDefault(DEFAULT_STRATEGIES),
    },
    { history: 'replace', shallow: true },
  )
}

export type LabUrl = ReturnType<typeof useLabUrl>[0]

/** The answers of these columns to the text of the address; the last ones stay while new ones come. */
export function useLab(compare: CompareAction, project: string | null, url: LabUrl, columns: LabColumn[]) {
  const isAsked = project !== null && url.text.trim() !== ''
  const request: LabRequest = { ...question(url, project), limit: LIMIT, columns }
  const query = useQuery({
    queryKey: ['lab', request],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      const result = await compare(request)
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

/** What each wrong category would cost for the text of the address; only where it says what the agent is about to do. */
export function useWrongTurns(ask: WrongTurnsAction, project: string | null, url: LabUrl) {
  const isAsked = project !== null && url.text.trim() !== '' && url.mode === 'subtask'
  const request: RetrieveRequest = {
    ...question(url, project),
    limit: 1,
    strategy: 'subtask',
    floor: null,
  }
  const query = useQuery({
    queryKey: ['wrong-turns', request],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      const result = await ask(request)
      if (!result.ok) throw new ActionFault(result.error)
      return result.value
    },
  })
  return isAsked ? (query.data ?? null) : null
}

function question(url: LabUrl, project: string | null): Pick<RetrieveRequest, 'project' | 'text' | 'mode'> {
  return {
    project: project ?? '',
    text: url.text.trim(),
    mode: url.mode,
    ...(url.mode === 'subtask' && url.category !== null ? { category: url.category } : {}),
    ...(url.repo === null || url.repo === '' ? {} : { repo: url.repo }),
  }
}
