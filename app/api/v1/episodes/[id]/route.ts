import { answerFound, type OneThing } from '@/app/guard.ts'

export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'episode', (loupe, id) => loupe.memories.findEpisode(id))
}
