import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { readActivityQuery } from './read-query.ts'

const pageSchema = z.object({
  project: z.string().nullable(),
  offset: z.coerce.number().int().min(0).nullable(),
  limit: z.coerce.number().int().min(1).max(200).nullable(),
})

/** A page of the log of changes, newest first. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project, offset, limit } = readQuery(request, pageSchema)
    const loupe = await getLoupe()
    const { id } = await loupe.memories.project(project)
    return await loupe.memories.activity.list({
      ...readActivityQuery(request, id),
      offset: offset ?? 0,
      limit: limit ?? 50,
    })
  })
}
