import { answerFound, type OneThing } from '@/app/guard.ts'

export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'job', (loupe, id) => loupe.work.findJob(id))
}
