import { z } from 'zod'
import { answerRoute, answerText, readBody, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Largest recording taken, bytes: some 20,000 answers. Ours. */
const MOST_BYTES = 64 * 1_048_576

/** Kept answers of a project, a line each. */
export async function GET(request: Request): Promise<Response> {
  return await answerText(request, async () => {
    const { project } = readQuery(request, z.object({ project: z.string().min(1).max(80) }))
    const pieces = await (await getLoupe()).models.recording({ project })
    return { fileName: `${project.replace(/[^\w.-]/g, '_')}-recording.jsonl`, pieces }
  })
}

/** Gives a recording for the way `recorded`; it stays at hand as long as the process lives. */
export async function POST(request: Request): Promise<Response> {
  const work = async () => {
    const { file } = readQuery(request, z.object({ file: z.string().min(1).max(200) }))
    const bytes = await readBody(request, 'application/octet-stream', MOST_BYTES)
    const text = new TextDecoder().decode(bytes)
    return await (await getLoupe()).models.giveRecording({ fileName: file, text })
  }
  return await answerRoute(request, work, ['file'])
}
