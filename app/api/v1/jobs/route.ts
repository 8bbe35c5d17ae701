import { answerRoute, readNamed } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const limit = Number(readNamed(request, ['limit']).limit ?? 50)
    return {
      jobs: await (await getLoupe()).work.listJobs(Math.min(Math.max(Math.trunc(limit) || 50, 1), 200)),
    }
  })
}
