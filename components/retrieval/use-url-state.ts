'use client'

import { parseAsString, parseAsStringLiteral, type UseQueryStatesKeysMap, useQueryStates } from 'nuqs'
import { CATEGORIES } from '@/lib/memory/category.ts'

export const MODES = ['task', 'subtask'] as const

/** What every page that asks the memory keeps in its address. */
const QUESTION = {
  text: parseAsString.withDefault(''),
  mode: parseAsStringLiteral(MODES).withDefault('task'),
  /** Only for what the agent is about to do; a whole task has none. */
  category: parseAsStringLiteral(CATEGORIES),
}

/** The question and a page's own settings in the address, so that a link restores the screen; going Back leaves the page. */
export function useUrlState<Own extends UseQueryStatesKeysMap>(own: Own) {
  return useQueryStates({ ...QUESTION, ...own }, { history: 'replace', shallow: true })
}
