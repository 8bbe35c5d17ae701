'use client'

import { parseAsFloat, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useUrlState } from '@/components/retrieval/use-url-state.ts'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { PlaygroundAnswer, RetrievalAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { intentText } from './intent-text.ts'

/** Candidates shown at first. */
const FEW = 6
/** Candidates after asking for more. */
export const MORE = 20

/** What the address keeps, so that a link restores the screen. */
export function usePlaygroundUrl() {
  return useUrlState({
    /** The chosen intent of a plan, when it was edited: `objective; keyword, keyword`. */
    intent: parseAsString,
    /** Who reads the question; absent = the rules. */
    plan: parseAsStringLiteral(['model'] as const),
    limit: parseAsInteger.withDefault(FEW),
    /** Lowest score that may be injected; absent = off, as in the paper. */
    floor: parseAsFloat,
    /** Entry whose words are held beside those of the candidate looked at. */
    pin: parseAsString,
    density: parseAsStringLiteral(['presenter'] as const),
    stage: parseAsInteger.withDefault(0),
  })
}

export type PlaygroundUrl = ReturnType<typeof usePlaygroundUrl>[0]

/**
 * Two answers: `base` to the text as given (it carries plan or P(z)), and `chosen` for the category or intent that
 * a person picked instead. Without a pick they are the same.
 */
export function usePlayground(project: string | null, url: PlaygroundUrl) {
  const text = url.text.trim()
  const limit = Math.min(100, Math.max(1, url.limit))
  const isAsked = project !== null && text !== ''
  const floor = url.floor === null ? null : Math.min(1, Math.max(-1, url.floor))

  // Off in the page is as the project says.
  const settings = { limit, floor: floor ?? undefined }
  const byModel = url.plan === 'model' ? { plan: url.plan } : {}
  const asGiven = isAsked ? { ...request(project, text, url.mode, settings), ...byModel } : null
  const base = useAnswer('explore', asGiven)
  const plan = base.data?.answer.plan ?? null
  const picked = pickedRequest(url, base.data ?? null, plan, text, project, settings)
  const chosen = useAnswer('explore', picked)

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
    request: picked ?? asGiven,
  }
}

type Settings = { limit: number; floor: number | undefined }

function pickedRequest(
  url: PlaygroundUrl,
  base: PlaygroundAnswer | null,
  plan: RetrieveRequestPlan,
  text: string,
  project: string | null,
  settings: Settings,
): RetrieveRequest | null {
  if (project === null || text === '' || url.category === null || base === null) return null
  if (url.mode === 'subtask') {
    if (base.answer.intent.category === url.category) return null
    return { ...request(project, text, 'subtask', settings), category: url.category }
  }
  // A stage that the plan leaves out is asked what the first one was asked.
  const planned = plan?.find((intent) => intent.category === url.category) ?? base.answer.intent
  const asPlanned = intentText(planned.description)
  const wanted = url.intent?.trim() || asPlanned
  if (wanted === asPlanned && base.answer.intent.category === url.category) return null
  return { ...request(project, wanted, 'subtask', settings), category: url.category }
}

type RetrieveRequestPlan = PlaygroundAnswer['answer']['plan']

function request(
  project: string,
  text: string,
  mode: PlaygroundUrl['mode'],
  settings: Settings,
): RetrieveRequest {
  const { limit, floor } = settings
  return { project, text, mode, strategy: 'subtask', limit, ...(floor === undefined ? {} : { floor }) }
}

/** The question behind an answer, as one whose category is taken as right. */
export function turnsRequest(
  asked: RetrieveRequest | null,
  answer: RetrievalAnswer | null,
): RetrieveRequest | null {
  const text = asked?.mode === 'task' && answer ? intentText(answer.intent.description) : asked?.text
  if (!asked || !answer || !text) return null
  return { ...asked, text, mode: 'subtask', category: answer.intent.category, limit: 1 }
}
