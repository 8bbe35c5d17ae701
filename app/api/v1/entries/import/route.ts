import { z } from 'zod'
import { answerRoute, readBody, readQuery } from '@/app/guard.ts'
import { importPolicySchema } from '@/lib/curate/transfer/import-entries.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The largest export that is read. */
const LIMIT = 64 * 1_048_576

const querySchema = z.object({
  project: z.string().min(1).max(80),
  policy: importPolicySchema.nullable(),
  'dry-run': z.literal('1').nullable(),
})

/** An export of another Loupe as the body; one revision, all or none. */
export async function POST(request: Request): Promise<Response> {
  const work = async () => {
    const query = readQuery(request, querySchema)
    const bytes = await readBody(request, 'application/octet-stream', LIMIT)
    return await (await getLoupe()).api.importEntries({
      project: query.project,
      text: new TextDecoder().decode(bytes),
      policy: query.policy ?? 'skip',
      dryRun: query['dry-run'] === '1',
    })
  }
  return await answerRoute(request, work, Object.keys(querySchema.shape))
}
