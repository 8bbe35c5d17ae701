import { answerRoute } from '@/app/guard.ts'
import { readMap } from '../read-map.ts'

/** The newest UMAP job of a project and how far it is. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, projectId } = await readMap(request)
    return { job: await loupe.retrieval.map.job(projectId) }
  })
}
