import { answerRoute } from '@/app/guard.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id } = await params
    const entry = await (await getLoupe()).findEntry(id)
    if (!entry)
      throw new UserError('no-such-entry', `There is no entry ${id.slice(0, 40)}.`, {
        hint: 'It may have been removed.',
        status: 404,
      })
    return entry
  })
}
