import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Says that this process owns the folder and can read it, and whether it can embed. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { revision, embedder, embedderFault, onlyRead } = await (await getLoupe()).memories.shell(null)
    return { ok: true, revision, embedder, embedderFault, onlyRead }
  })
}
