import { answerRoute, readBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const LIMIT = 64 * 1_048_576

/** A results file, kept for the runs that are sent after it with `results=<id>`. */
export async function POST(request: Request): Promise<Response> {
  const work = async () => {
    const fileName = (new URL(request.url).searchParams.get('file') ?? 'results').slice(0, 1_000)
    const bytes = await readBody(request, 'application/octet-stream', LIMIT)
    return await (await getLoupe()).work.saveResults({ fileName, bytes })
  }
  return await answerRoute(request, work, ['file', 'project'])
}
