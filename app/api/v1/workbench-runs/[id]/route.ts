import { answerFound, type OneThing } from '@/app/guard.ts'

/** A run of the workbench as far as it is. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'run of the workbench', (loupe, id) => loupe.workbench.find(id))
}
