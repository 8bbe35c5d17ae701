import { answerRoute, requireFound } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

type Params = { params: Promise<{ id: string; n: string }> }

export async function GET(request: Request, { params }: Params): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id, n } = await params
    const step = /^\d{1,6}$/.test(n) ? await (await getLoupe()).memories.findStep(id, Number(n)) : null
    return requireFound(step, 'step', n)
  })
}
