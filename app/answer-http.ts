import { ROUTES } from '../lib/api/http.ts'
import { findRoute, type Route, TextFile } from '../lib/api/route.ts'
import { getLoupe } from '../lib/loupe.ts'
import { UserError } from '../lib/memory/errors.ts'
import { describeFault, guard, readBody, readJsonBody } from './guard.ts'

/** Whether it runs is told to whoever asks. */
const HEALTH = '/api/v1/health'

/** Guards and answers a request by the table of addresses: JSON or a file out, faults in words with the right status. */
export async function answerHttp(request: Request, routes: readonly Route[] = ROUTES): Promise<Response> {
  try {
    const url = new URL(request.url)
    const caller = await guard(request, { isOpen: url.pathname === HEALTH })
    const { route, parts } = findRoute(routes, request.method, url.pathname)
    const asked = { ...readParameters(url, route), ...parts, ...(await bodyOf(request, route)) }
    const answer = await route.answer(asked as never, (await getLoupe()).apiFor(caller))
    if (answer instanceof TextFile) return await textAnswer(answer)
    if (answer === null) return new Response(null, { status: 204 })
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
  } catch (fault) {
    const { error, status } = describeFault(fault)
    return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } })
  }
}

/** The parameters of an address, parsed; one that the route does not know was meant otherwise than it would be answered. */
function readParameters(url: URL, { parameters }: Route): Record<string, unknown> {
  const known = Object.keys(parameters.shape)
  const unknown = [...new Set(url.searchParams.keys())].filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new UserError('bad-input', `There is no parameter ${unknown.slice(0, 5).join(', ')} here.`, {
      hint:
        known.length === 0
          ? 'This address takes none.'
          : `It takes ${known.sort().join(', ')}. Correct it and ask again.`,
      place: unknown[0] ?? '',
    })
  const given = known.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return parameters.parse(Object.fromEntries(given))
}

async function bodyOf(request: Request, { body }: Route): Promise<{ body?: unknown }> {
  if (body === null) return {}
  if ('bytes' in body) return { body: await readBody(request, 'application/octet-stream', body.bytes) }
  return { body: await readJsonBody(request, body.limit) }
}

/** A fault before the first piece is said in words. */
async function textAnswer({ fileName, pieces, headers }: TextFile): Promise<Response> {
  const source = pieces[Symbol.asyncIterator]()
  const first = await source.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close()
      else controller.enqueue(encoder.encode(first.value))
    },
    async pull(controller) {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await source.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}
