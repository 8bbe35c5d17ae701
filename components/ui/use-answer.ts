'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '@/lib/memory/operation.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { useCommands } from './commands.tsx'
import { LoupeFault } from './faults/fault-error.ts'

/** What a command answers; throws its fault. */
export async function answered<Answer>(asked: Promise<ActionResult<Answer>>): Promise<Answer> {
  const result = await asked
  if (!result.ok) throw new LoupeFault(result.error)
  return result.value
}

/**
 * What a command answers to a request, asked anew when it changes, and every so many ms where it is said; the last answer stays
 * meanwhile. Null asks nothing.
 */
export function useAnswer<Name extends OperationName>(
  name: Name,
  request: InputOf<Name> | null,
  everyMs?: number,
) {
  const ask = useCommands()[name] as (input: InputOf<Name>) => Promise<ActionResult<OutputOf<Name>>>
  return useQuery({
    queryKey: [name, request],
    enabled: request !== null,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    queryFn: async () => {
      if (request === null) throw new Error('asked without a request')
      return await answered(ask(request))
    },
  })
}
