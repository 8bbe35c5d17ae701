import { z } from 'zod'
import { answerRoute, readBody, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The largest file that is read; larger ones are refused while they arrive. */
const LIMIT = 64 * 1_048_576

const querySchema = z.object({
  project: z.string().min(1).max(80),
  file: z.string().min(1).max(1_000),
  results: z.string().max(80).nullable(),
  batch: z.string().max(80).nullable(),
  wait: z.literal('1').nullable(),
  'dry-run': z.literal('1').nullable(),
})

/** One file a request, its bytes as the body. */
export async function POST(request: Request): Promise<Response> {
  const work = async () => {
    const query = readQuery(request, querySchema)
    const bytes = await readBody(request, 'application/octet-stream', LIMIT)
    const { work } = await getLoupe()
    const results = await work.importFile({
      bytes,
      project: query.project,
      fileName: query.file,
      resultsId: query.results,
      batchKey: query.batch,
      dryRun: query['dry-run'] === '1',
      wait: query.wait === '1',
    })
    return { results }
  }
  return await answerRoute(request, work, Object.keys(querySchema.shape))
}
