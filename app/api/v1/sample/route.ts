import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => await (await getLoupe()).api.loadSample())
}

export async function DELETE(request: Request): Promise<Response> {
  return await answerRoute(request, async () => await (await getLoupe()).api.removeSample())
}
