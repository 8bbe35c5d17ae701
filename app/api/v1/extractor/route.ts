import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { serveExtractorSchema } from '@/lib/curate/serve-extractor.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Puts an extractor in service in a project; the answer's revision can be undone. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const input = serveExtractorSchema.parse(await readJsonBody(request))
    return await (await getLoupe()).models.serve(input)
  })
}
