import { answerRoute, requireFound } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A saved retrieval as it was answered then. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id } = await params
    return requireFound(await (await getLoupe()).findSavedRetrieval(id), 'saved retrieval', id)
  })
}
