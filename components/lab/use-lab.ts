'use client'

import { parseAsArrayOf, parseAsInteger, parseAsString } from 'nuqs'
import { DEFAULT_STRATEGIES } from '@/components/retrieval/prepare-columns.ts'
import { useUrlState } from '@/components/retrieval/use-url-state.ts'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { LabColumn } from '@/lib/memory/lab/lab.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'

/** Rows per column. */
const LIMIT = 8
const LAST_SEED = 0xffff_ffff

/** What the address keeps, so that a link restores the screen. */
export function useLabUrl() {
  return useUrlState({
    /** Repository of the work at hand; only `random-in-repo` asks. */
    repo: parseAsString,
    /** For strategies that draw; 1 when absent. */
    seed: parseAsInteger,
    /** One word a column, see column-url.ts. */
    columns: parseAsArrayOf(parseAsString).withDefault(DEFAULT_STRATEGIES),
  })
}

export type LabUrl = ReturnType<typeof useLabUrl>[0]

/** The answers of these columns to the text of the address; the last ones stay while new ones come. */
export function useLab(project: string | null, url: LabUrl, columns: LabColumn[]) {
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
export function turnsRequest(project: string | null, url: LabUrl): RetrieveRequest | null {
  const asked = url.mode === 'subtask' ? question(url, project) : null
  return asked && { ...asked, limit: 1, strategy: 'subtask', floor: null }
}

/** The question of the address; null when there is none. */
function question(url: LabUrl, project: string | null) {
  const text = url.text.trim()
  if (project === null || text === '') return null
  const { mode, category, repo, seed } = url
  return {
    project,
    text,
    mode,
    ...(mode === 'subtask' && category !== null ? { category } : {}),
    ...(repo === null || repo === '' ? {} : { repo }),
    ...(seed === null || seed < 0 || seed > LAST_SEED ? {} : { seed }),
  }
}
