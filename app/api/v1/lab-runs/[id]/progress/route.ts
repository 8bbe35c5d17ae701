import { answerFound, type OneThing } from '@/app/guard.ts'

/** How far a batch is. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'work on a batch', (loupe, id) => loupe.lab.batches.progress(id))
}
