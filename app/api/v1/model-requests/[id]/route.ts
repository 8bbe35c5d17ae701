import { answerRoute, type OneThing, readJsonBody } from '@/app/guard.ts'
import { givenAnswerSchema } from '@/lib/jobs/distil/hand-over.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A request word for word. */
export async function GET(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    return await (await getLoupe()).models.request({ hash: (await params).id })
  })
}

/** Takes the answer to a request. One that does not fit is refused with what is wrong, and the request waits on. */
export async function POST(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    const given = givenAnswerSchema.parse(await readJsonBody(request))
    return await (await getLoupe()).api.giveAnswer({ hash: (await params).id, ...given })
  })
}
