import { answerFound, answerRoute, type OneThing, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'episode', (loupe, id) => loupe.memories.findEpisode(id))
}

/** Removes a run for good; the body holds the typed phrase. */
export async function DELETE(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id: episodeId } = await params
    const body = await readJsonBody(request)
    return await (await getLoupe()).run('purgeRun', { ...(body as object), episodeId })
  })
}
