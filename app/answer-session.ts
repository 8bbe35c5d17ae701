import { getLoupe } from '../lib/loupe.ts'
import { UserError } from '../lib/memory/errors.ts'
import { describeFault, guard, isSecure, readJsonBody, readSession, sessionCookie } from './guard.ts'

/** Signs in (POST: a new session, the one before ends) and out (DELETE). The one door that nobody needs a session for, and that sets a cookie. */
export async function answerSession(request: Request): Promise<Response> {
  try {
    await guard(request, { isOpen: true })
    const loupe = await getLoupe()
    if (!(await loupe.hasPeople()))
      throw new UserError('no-accounts', 'Nobody signs in here: there is no account.', {
        hint: 'An owner makes one: npm run people -- add NAME --role owner',
        status: 404,
      })
    const earlier = readSession(request.headers)
    const session =
      request.method === 'POST'
        ? await loupe.signIn(await readJsonBody(request, 4_096), request.headers.get('x-loupe-address') ?? '')
        : ''
    if (earlier) await loupe.endSession(earlier)
    return new Response(null, {
      status: 204,
      headers: { 'set-cookie': cookieOf(session, request), 'cache-control': 'no-store' },
    })
  } catch (fault) {
    const { error, status } = describeFault(fault)
    return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } })
  }
}

/** Not read by scripts, not sent by other sites, and gone with the browser; how long it lasts the session says itself. */
function cookieOf(session: string, { headers }: Request): string {
  const isOver = session === '' ? ['Max-Age=0'] : []
  const isSafe = isSecure(headers) ? ['Secure'] : []
  return [
    `${sessionCookie(headers)}=${session}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...isSafe,
    ...isOver,
  ].join('; ')
}
