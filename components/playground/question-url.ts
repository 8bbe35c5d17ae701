'use client'

import { parseAsString, parseAsStringLiteral, type UseQueryStatesKeysMap, useQueryStates } from 'nuqs'
import { useState } from 'react'
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
export function useQuestionUrl<Own extends UseQueryStatesKeysMap>(own: Own) {
  return useQueryStates({ ...QUESTION, ...own }, { history: 'replace', shallow: true })
}

/** The row under pointer or focus, and how to step from one that has `attribute` to the next. */
export function useLookedAt(attribute: `data-${string}`) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const move = (by: number) => {
    const marks = [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)]
    const focused = marks.indexOf(document.activeElement as HTMLElement)
    const at = focused === -1 ? marks.findIndex((mark) => mark.getAttribute(attribute) === activeId) : focused
    marks[Math.min(marks.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus()
  }
  /** Props of whatever stands for an entry. */
  const looksAt = (entryId: string) => ({
    onMouseEnter: () => setActiveId(entryId),
    onMouseLeave: () => setActiveId(null),
    onFocus: () => setActiveId(entryId),
    onBlur: () => setActiveId(null),
  })
  return { activeId, looksAt, move }
}
