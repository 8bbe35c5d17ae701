import { answerFound, type OneThing } from '@/app/guard.ts'

/** A saved retrieval as it was answered then. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'saved retrieval', (loupe, id) => loupe.retrieval.findSaved(id))
}
