import { answerRoute, readBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const LIMIT = 64 * 1_048_576

/** A results file into the set `set`, or into a new one; nothing is stored until the set is added. */
export async function POST(request: Request): Promise<Response> {
  const work = async () => {
    const query = new URL(request.url).searchParams
    const fileName = (query.get('file') ?? 'results').slice(0, 1_000)
    const bytes = await readBody(request, 'application/octet-stream', LIMIT)
    return await (await getLoupe()).experiments.readFile({ setId: query.get('set'), fileName, bytes })
  }
  return await answerRoute(request, work, ['file', 'set'])
}
