import { z } from 'zod'
import { answerRoute, readJsonBody, readQuery } from '@/app/guard.ts'
import { ANSWER_WAYS } from '@/lib/memory/distil/distil-words.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({
  project: z.string().min(1).max(80),
  /** A way: then what it would take, else how the work stands. */
  estimate: z.enum(ANSWER_WAYS).nullable(),
  limit: z.coerce.number().int().min(1).max(1_000_000).nullable(),
  spread: z.enum(['0', '1']).nullable(),
})

/** How a model's work over a project stands, or what it would take. Reads only, asks no model. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project, estimate, limit, spread } = readQuery(request, querySchema)
    const { models } = await getLoupe()
    return estimate === null
      ? await models.status({ project })
      : await models.estimate({ project, with: estimate, limit, spread: spread === '1' })
  })
}

/** Begins a model's work over a project, or lets the open one go on in another way. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('orderDistil', await readJsonBody(request)),
  )
}
