import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Every run, and each arm against its twins. Reads only. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => await (await getLoupe()).experiments.report())
}

/** Stores the runs of a set of files that was sent to `experiments/files`. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('addRuns', await readJsonBody(request, 1_048_576)),
  )
}
