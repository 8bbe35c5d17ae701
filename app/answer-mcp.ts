import { createMcp } from '../lib/api/mcp.ts'
import { getLoupe } from '../lib/loupe.ts'
import type { Caller } from '../lib/memory/people.ts'
import { describeFault, guard } from './guard.ts'

/** One for each key, and the owner's. */
const handlers = new WeakMap<object, ReturnType<typeof createMcp>>()

/** Guards and answers a request of an MCP client. A client without a key is told how to send one, in the form that clients read. */
export async function answerMcp(request: Request): Promise<Response> {
  let caller: Caller
  try {
    caller = await guard({ method: 'POST', headers: request.headers })
  } catch (fault) {
    const { error, status } = describeFault(fault)
    const headers = status === 401 ? { 'www-authenticate': 'Bearer realm="loupe"' } : undefined
    return Response.json({ error }, { status, ...(headers ? { headers } : {}) })
  }
  const api = (await getLoupe()).apiFor(caller)
  const mcp = handlers.get(api) ?? createMcp(api, caller)
  handlers.set(api, mcp)
  return await mcp.fetch(request)
}
