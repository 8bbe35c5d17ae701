import { answerFound, type OneThing } from '@/app/guard.ts'

/** A replay of stored runs as far as it is. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'replay', (loupe, id) => loupe.streams.find(id))
}
