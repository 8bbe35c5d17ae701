import { answerFound, answerText } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Of a study: how far it is (`progress`), and when it is done all of it as `json` or its rows as `csv`. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string; part: string }> },
): Promise<Response> {
  const { id, part } = await params
  if (part === 'json' || part === 'csv')
    return await answerText(request, async () => ({
      fileName: `study.${part}`,
      pieces: await (await getLoupe()).api.studyFile({ id, format: part }),
    }))
  const route = { params: Promise.resolve({ id }) }
  return await answerFound(request, route, 'work on a study', async (loupe) =>
    part === 'progress' ? await loupe.api.studyProgress({ id }) : null,
  )
}
