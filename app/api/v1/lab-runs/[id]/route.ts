import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A kept batch whole. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => await (await getLoupe()).lab.getRun((await params).id))
}
