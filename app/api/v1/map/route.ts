import { z } from 'zod'
import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { readMap } from './read-map.ts'

/** The map of a project, column by column. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, projectId, method } = await readMap(request)
    return await loupe.retrieval.map.view({ projectId, method })
  })
}

const orderSchema = z.strictObject({ project: z.string().max(200) })

/** Orders a UMAP map; it is computed in the background. Gives the job. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project } = orderSchema.parse(await readJsonBody(request))
    const loupe = await getLoupe()
    const { id } = await loupe.memories.project(project)
    await loupe.retrieval.map.order(id)
    return { job: await loupe.retrieval.map.job(id) }
  })
}
