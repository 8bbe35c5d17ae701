import { z } from 'zod'
import { readQuery } from '@/app/guard.ts'
import { instantOf } from '@/lib/memory/filter/filter-expression.ts'

const momentSchema = z.string().refine((text) => instantOf(text) !== null, 'is not a date such as 2026-01-31')

const querySchema = z.object({
  by: z.string().max(200).nullable(),
  verb: z.string().max(60).nullable(),
  entryId: z.string().max(60).nullable(),
  since: momentSchema.nullable(),
  until: momentSchema.nullable(),
})

/** Which changes an address asks for. */
export function readActivityQuery(request: Request, projectId: string) {
  const { by, verb, entryId, since, until } = readQuery(request, querySchema)
  return {
    projectId,
    ...(by ? { by } : {}),
    ...(verb ? { verb } : {}),
    ...(entryId ? { entryId } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  }
}
