import { answerText } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

type StudyFile = { params: Promise<{ id: string; format: string }> }

/** A done study whole as `json`, or its rows as `csv`. */
export async function GET(request: Request, { params }: StudyFile): Promise<Response> {
  return await answerText(request, async () => {
    const { id, format } = await params
    const pieces = (await (await getLoupe()).run('studyFile', { id, format })) as AsyncIterable<string>
    return { fileName: `study.${format}`, pieces }
  })
}
