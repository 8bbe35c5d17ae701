import { z } from 'zod'
import { answerFound, type OneThing, readQuery } from '@/app/guard.ts'

const querySchema = z.object({ only: z.literal('entry').nullable() })

/** An entry with its source, versions and neighbours; with `only=entry` just the entry, which costs no search. */
export async function GET(request: Request, route: OneThing): Promise<Response> {
  return await answerFound(request, route, 'entry', async (loupe, id) => {
    const { only } = readQuery(request, querySchema)
    return only ? await loupe.memories.findEntryAlone(id) : await loupe.memories.findEntry(id)
  })
}
