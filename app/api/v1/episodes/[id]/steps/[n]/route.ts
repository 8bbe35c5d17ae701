import { answerRoute } from '@/app/guard.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string; n: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id, n } = await params
    const step = /^\d{1,6}$/.test(n) ? await (await getLoupe()).findStep(id, Number(n)) : null
    if (!step)
      throw new UserError('no-such-step', `There is no step ${n.slice(0, 20)} in this episode.`, {
        hint: 'Choose one from the list.',
        status: 404,
      })
    return step
  })
}
