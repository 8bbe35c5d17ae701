'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActionResult } from '@/lib/memory/views.ts'

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

/** What an action answers; throws its fault. */
export async function answered<Answer>(asked: Promise<ActionResult<Answer>>): Promise<Answer> {
  const result = await asked
  if (!result.ok) throw new ActionFault(result.error)
  return result.value
}

/** What went wrong, and what next, in one line. */
export function errorWords(error: Error): string {
  return error instanceof ActionFault ? `${error.message} ${error.hint}` : error.message
}

/** What an action answers to a request, asked anew when it changes; the last answer stays meanwhile. Null asks nothing. */
export function useAnswer<Request, Answer>(
  name: string,
  request: Request | null,
  ask: (request: Request) => Promise<ActionResult<Answer>>,
) {
  return useQuery({
    queryKey: [name, request],
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      if (request === null) throw new Error('asked without a request')
      return await answered(ask(request))
    },
  })
}
