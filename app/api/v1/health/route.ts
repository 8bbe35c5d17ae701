import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Says that this process owns the folder and can read it. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { revision, embedder } = await (await getLoupe()).shell(null)
    return { ok: true, revision, embedder }
  })
}
