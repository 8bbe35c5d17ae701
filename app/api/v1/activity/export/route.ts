import { answerText, readNamed } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { readActivityQuery } from '../read-query.ts'

/** The log of changes as JSON Lines, oldest first, with its seals. */
export async function GET(request: Request): Promise<Response> {
  return await answerText(request, async () => {
    const loupe = await getLoupe()
    const { id } = await loupe.memories.project(readNamed(request, ['project']).project)
    return {
      fileName: 'activity.jsonl',
      pieces: loupe.memories.activity.lines(readActivityQuery(request, id)),
    }
  })
}
