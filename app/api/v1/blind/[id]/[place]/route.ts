import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The stage of the run that the entry at a place of a blind reading was taken from. Reads only. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string; place: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id, place } = await params
    return await (await getLoupe()).run('blindStage', { id, place: Number(place) })
  })
}
