import { answerRoute } from '@/app/guard.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id } = await params
    const job = await (await getLoupe()).findJob(id)
    if (!job)
      throw new UserError('no-such-job', `There is no job ${id.slice(0, 40)}.`, {
        hint: 'Look at the list of jobs.',
        status: 404,
      })
    return job
  })
}
