import { answerRoute, type OneThing, readJsonBody, requireFound } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A blind reading; who made what stands in it once everything is read. Reads only. */
export async function GET(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id } = await params
    return requireFound(await (await getLoupe()).run('findBlind', { id }), 'reading', id)
  })
}

/** Takes a reader's verdicts. */
export async function POST(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    const given = await readJsonBody(request)
    return await (await getLoupe()).run('judgeBlind', { ...Object(given), id: (await params).id })
  })
}
