'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { CATEGORIES } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import type { ActionResult } from '@/lib/memory/views.ts'
import { intentText } from './intent-text.ts'

export type RetrieveAction = (request: RetrieveRequest) => Promise<ActionResult<PlaygroundAnswer>>

/** The fault of an action, kept whole for the error state. */
export class ActionFault extends Error {
  readonly place: string | null
  readonly hint: string
  readonly reference: string | null

  constructor(fault: { message: string; place: string | null; hint: string; reference: string | null }) {
    super(fault.message)
    this.place = fault.place
    this.hint = fault.hint
    this.reference = fault.reference
  }
}

export const MODES = ['task', 'subtask'] as const

/** What the address keeps, so that a link restores the screen. */
export function usePlaygroundUrl() {
  return useQueryStates(
    {
      text: parseAsString.withDefault(''),
      mode: parseAsStringLiteral(MODES).withDefault('task'),
      category: parseAsStringLiteral(CATEGORIES),
      /** The chosen intent of a plan, when it was edited: `objective; keyword, keyword`. */
      intent: parseAsString,
      limit: parseAsInteger.withDefault(10),
      density: parseAsStringLiteral(['presenter'] as const),
      stage: parseAsInteger.withDefault(0),
    },
    { history: 'replace', shallow: true },
  )
}

export type PlaygroundUrl = ReturnType<typeof usePlaygroundUrl>[0]

/**
 * Two answers: `base` to the text as given (it carries plan or P(z)), and `chosen` for the category or intent that
 * a person picked instead. Without a pick they are the same.
 */
export function usePlayground(retrieve: RetrieveAction, project: string | null, url: PlaygroundUrl) {
  const text = url.text.trim()
  const limit = Math.min(100, Math.max(1, url.limit))
  const isAsked = project !== null && text !== ''

  const base = useAnswer(retrieve, isAsked ? request(project, text, url.mode, limit) : null)
  const plan = base.data?.answer.plan ?? null
  const picked = pickedRequest(url, base.data ?? null, plan, text, project, limit)
  const chosen = useAnswer(retrieve, picked)

  const shown = picked === null ? base : chosen
  return {
    isAsked,
    base: base.data ?? null,
    plan,
    data: isAsked ? (shown.data ?? base.data ?? null) : null,
    isLoading: base.isFetching || chosen.isFetching,
    isOld:
      base.isPlaceholderData || (picked !== null && (chosen.isPlaceholderData || chosen.data === undefined)),
    fault: base.error ?? (picked === null ? null : chosen.error),
    retry: () => (base.error ? base.refetch() : chosen.refetch()),
    /** The request behind what is shown; what Save keeps. */
    request: isAsked ? (picked ?? request(project, text, url.mode, limit)) : null,
  }
}

function useAnswer(retrieve: RetrieveAction, wanted: RetrieveRequest | null) {
  return useQuery({
    queryKey: ['playground', wanted],
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      if (wanted === null) throw new Error('asked without a text')
      const result = await retrieve(wanted)
      if (!result.ok) throw new ActionFault(result.error)
      return result.value
    },
  })
}

function pickedRequest(
  url: PlaygroundUrl,
  base: PlaygroundAnswer | null,
  plan: RetrieveRequestPlan,
  text: string,
  project: string | null,
  limit: number,
): RetrieveRequest | null {
  if (project === null || text === '' || url.category === null || base === null) return null
  if (url.mode === 'subtask') {
    if (base.answer.intent.category === url.category) return null
    return { ...request(project, text, 'subtask', limit), category: url.category }
  }
  const planned = plan?.find((intent) => intent.category === url.category)
  if (planned === undefined) return null
  const asPlanned = intentText(planned.description)
  const wanted = url.intent?.trim() || asPlanned
  if (wanted === asPlanned && base.answer.intent.category === url.category) return null
  return { ...request(project, wanted, 'subtask', limit), category: url.category }
}

type RetrieveRequestPlan = PlaygroundAnswer['answer']['plan']

function request(project: string, text: string, mode: PlaygroundUrl['mode'], limit: number): RetrieveRequest {
  return { project, text, mode, limit, strategy: 'subtask', floor: null }
}
