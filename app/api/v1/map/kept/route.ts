import { answerRoute } from '@/app/guard.ts'
import { readMap } from '../read-map.ts'

/** How much neighbourhood a map kept; answers when it is measured. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, projectId, method } = await readMap(request)
    return { kept: await loupe.retrieval.map.kept({ projectId, method }) }
  })
}
