import { z } from 'zod'
import { answerRoute, readJsonBody, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({
  project: z.string().min(1).max(80).nullable(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .max(200)
    .transform((limit) => limit || 20),
})

/** Requests that wait for an answer, oldest first. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project, offset, limit } = readQuery(request, querySchema)
    return await (await getLoupe()).models.waiting({ project, offset: offset ?? 0, limit: limit ?? 20 })
  })
}

/** Has a model read a question once, or leaves it for whoever has one. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('readQuestion', await readJsonBody(request)),
  )
}
