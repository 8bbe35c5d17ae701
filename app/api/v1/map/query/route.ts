import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { categorySchema } from '@/lib/memory/category-schema.ts'
import { readMap } from '../read-map.ts'

const querySchema = z.object({
  text: z.string().trim().min(1).max(20_000),
  category: categorySchema.nullable(),
})

/** What a query would meet: neighbours of its category, and what stands behind the wall. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, name } = await readMap(request)
    return await loupe.retrieval.map.query({ project: name, ...readQuery(request, querySchema) })
  })
}
