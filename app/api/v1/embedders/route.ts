import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Spaces of vectors, the newest re-embedding, and which variables are set: never what to. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => await (await getLoupe()).work.settings())
}
