import { answerRoute, readQuery } from '@/app/guard.ts'
import { batchCsv } from '@/lib/experiments/batch-csv.ts'
import { z } from '@/lib/memory/zod.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({ format: z.enum(['json', 'csv']).nullable() })

/** A kept batch whole: as JSON, or its queries and winners as CSV. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  let csv: string | null = null
  const answer = await answerRoute(request, async () => {
    const { format } = readQuery(request, querySchema)
    const run = await (await getLoupe()).lab.getRun((await params).id)
    if (format === 'csv') csv = batchCsv(run)
    return run
  })
  if (csv === null) return answer
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="batch.csv"',
      'cache-control': 'no-store',
    },
  })
}
