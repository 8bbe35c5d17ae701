'use client'

import { useAnswer } from '@/components/ui/use-answer.ts'
import type { WrongTurns } from '@/lib/memory/lab/lab.ts'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'

/** What each wrong category would cost for a question, and what a prior would have done; null until known. */
export function useWrongTurns(request: RetrieveRequest | null): WrongTurns | null {
  const { data } = useAnswer('wrongTurns', request)
  return request === null ? null : (data ?? null)
}
