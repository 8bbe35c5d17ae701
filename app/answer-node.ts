import type { IncomingMessage, ServerResponse } from 'node:http'
import { UserError } from '../lib/memory/errors.ts'
import type { Caller } from '../lib/memory/people.ts'
import { describeFault, guard, readJsonBody } from './guard.ts'

/**
 * As `answerHttp`, on Node's own request and answer, for the one route that agents ask all day: a route handler
 * wraps both in web streams, which costs more than the retrieval between them (decision 015).
 */
export async function answerNode(
  request: IncomingMessage,
  response: ServerResponse,
  method: 'POST',
  work: (body: unknown, caller: Caller) => Promise<unknown>,
): Promise<void> {
  const send = (status: number, value: unknown) => {
    const text = JSON.stringify(value)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    })
    response.end(text)
  }
  try {
    const headers = { get: (name: string) => headerOf(request, name) }
    const caller = await guard({ method: request.method ?? '', headers })
    if (request.method !== method)
      throw new UserError('wrong-method', `${request.method} is not answered here.`, {
        hint: `Send ${method}.`,
        status: 405,
      })
    // Refused half way, it must not be torn down before the answer is out.
    const body = request.iterator({ destroyOnReturn: false })
    send(200, await work(await readJsonBody({ headers, body }), caller))
  } catch (error) {
    const { status, error: said } = describeFault(error)
    // What is left of a refused body is let through unread: the next question comes on the same connection.
    request.resume()
    if (status === 405) response.setHeader('allow', method)
    send(status, { error: said })
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) ?? null
}
