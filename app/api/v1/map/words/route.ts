import { answerRoute } from '@/app/guard.ts'
import { readMap } from '../read-map.ts'

/** Ids and objectives of the entries on a map, in the order of its places; null when there is no map. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, projectId, method } = await readMap(request)
    return { words: await loupe.retrieval.map.words({ projectId, method }) }
  })
}
