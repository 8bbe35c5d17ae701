import { answerRoute } from '@/app/guard.ts'
import { UserError } from '@/lib/memory/errors.ts'

/** What no other handler takes: programs get words, not a page. */
async function refuse(request: Request): Promise<never> {
  const { pathname } = new URL(request.url)
  throw new UserError('no-such-door', `There is nothing at ${pathname.slice(0, 200)}.`, {
    hint: 'The README lists what programs can ask.',
    status: 404,
  })
}

export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, () => refuse(request))
}

export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, () => refuse(request))
}
