import { UserError } from '../lib/memory/errors.ts'
import type { Doors, OwnerAddress } from '../lib/runtime.ts'

/** The doors of a running Loupe, over its HTTP API. Faults come back as the UserError they were there. */
export function remoteDoors({ url, token }: OwnerAddress): Doors {
  async function reach(
    method: string,
    path: string,
    body?: { type: string; content: Uint8Array | string },
  ): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body) headers['content-type'] = body.type
    return await fetch(`${url}/api/v1/${path}`, {
      method,
      headers,
      ...(body ? { body: body.content as BodyInit } : {}),
    }).catch((error) => {
      throw new UserError(
        'lost-loupe',
        `The running Loupe at ${url} stopped answering (${error.cause?.code ?? error.message}).`,
        {
          hint: 'Start it again, or run this command without it. What was answered so far is stored; importing again adds only the rest.',
        },
      )
    })
  }

  async function ask(...request: Parameters<typeof reach>): Promise<unknown> {
    const response = await reach(...request)
    const answer = await response.json().catch(() => null)
    if (response.ok) return answer
    throw faultOf(response, answer)
  }
  const json = (value: unknown) => ({ type: 'application/json', content: JSON.stringify(value) })
  const bytes = (content: Uint8Array) => ({ type: 'application/octet-stream', content })
  const query = (fields: Record<string, string | null | undefined | false>) =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ).toString()

  // What comes back was checked by the same program on the other side.
  return {
    importFile: async (input) => {
      const { project, fileName, resultsId, batchKey } = input
      const fields = {
        project,
        file: fileName,
        results: resultsId,
        batch: batchKey,
        wait: '1',
        'dry-run': input.dryRun && '1',
      }
      const answer = (await ask('POST', `trajectories?${query(fields)}`, bytes(input.bytes))) as {
        results: Awaited<ReturnType<Doors['importFile']>>
      }
      return answer.results
    },
    saveResults: async ({ fileName, bytes: content }) =>
      (await ask('POST', `results?${query({ file: fileName })}`, bytes(content))) as Awaited<
        ReturnType<Doors['saveResults']>
      >,
    retrieve: async (request) =>
      (await ask('POST', 'retrieve', json(request))) as Awaited<ReturnType<Doors['retrieve']>>,
    replay: async (request) =>
      (await ask('POST', 'replay', json(request))) as Awaited<ReturnType<Doors['replay']>>,
    sameFileQueries: async ({ project, level }) =>
      (await ask('GET', `labels?${query({ project, level })}`)) as Awaited<
        ReturnType<Doors['sameFileQueries']>
      >,
    quality: async ({ project, examples, seed }) =>
      (await ask(
        'GET',
        `quality?${query({ project, examples: String(examples), seed: String(seed) })}`,
      )) as Awaited<ReturnType<Doors['quality']>>,
    exportEntries: async ({ project, format, versions }) => {
      const fields = { project, format, versions: versions && '1', all: '1' }
      const response = await reach('GET', `entries/export?${query(fields)}`)
      if (!response.ok) throw faultOf(response, await response.json().catch(() => null))
      return { leftOut: Number(response.headers.get('x-loupe-left-out') ?? 0), pieces: textOf(response) }
    },
    loadSample: async () =>
      (await ask('POST', 'sample', json({}))) as Awaited<ReturnType<Doors['loadSample']>>,
    removeSample: async () =>
      (await ask('DELETE', 'sample', json({}))) as Awaited<ReturnType<Doors['removeSample']>>,
    offerSample: async () => undefined, // the running Loupe offered it at its own start
    close: async () => undefined,
  }
}

async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    yield decoder.decode(part.value, { stream: true })
  yield decoder.decode()
}

/** The UserError that the running Loupe answered with. */
function faultOf(response: Response, answer: { error?: Partial<UserError> } | null): UserError {
  const fault = answer?.error
  return new UserError(
    fault?.code ?? 'http',
    fault?.message ?? `The running Loupe answered ${response.status}.`,
    {
      hint: fault?.hint ?? 'Look at its log.',
      ...(fault?.place ? { place: fault.place } : {}),
      status: response.status,
    },
  )
}
