import { answerFound, type OneThing } from '@/app/guard.ts'

/** How far a study is. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'work on a study', (loupe, id) => loupe.api.studyProgress({ id }))
}
