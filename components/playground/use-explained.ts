'use client'

import { useAnswer } from '@/components/ui/use-answer.ts'
import type { Explained, PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { intentText } from './intent-text.ts'

/** By entry id, what earns the scores of an answer's candidates; `pending` while it is reckoned, after the answer. */
export type Explanations = { pending: boolean; of: Record<string, Explained> }

/** Asks for the explanations of an answer that is there. */
export function useExplained(data: PlaygroundAnswer | null): Explanations {
  const request =
    data === null || data.answer.hits.length === 0
      ? null
      : {
          text: intentText(data.answer.intent.description),
          entryIds: data.answer.hits.map(({ entryId }) => entryId),
          embedder: data.answer.embedder,
        }
  const { data: of, isPlaceholderData, isError } = useAnswer('explain', request)
  const isThere = of !== undefined && !isPlaceholderData
  return { pending: request !== null && !isThere && !isError, of: isThere ? of : {} }
}
