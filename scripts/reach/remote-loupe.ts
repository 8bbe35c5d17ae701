import type { Loupe } from '../../lib/loupe.ts'
import { UserError } from '../../lib/memory/errors.ts'
import type { KeyView } from '../../lib/memory/keys.ts'
import type { PersonView } from '../../lib/memory/people.ts'
import type { ImportResult } from '../../lib/memory/views/jobs.ts'
import type { OwnerAddress } from '../../lib/runtime.ts'

type Reach = (
  method: string,
  path: string,
  body?: { type: string; content: Uint8Array | string },
) => Promise<Response>

/** What scripts ask: of the Loupe in this process, or of the running one over HTTP. */
export type ReachedLoupe = {
  api: RemoteApi
  close(): Promise<void>
}

/** What can be asked over HTTP as well. */
type RemoteApi = Pick<
  Loupe['api'],
  | keyof ReturnType<typeof asked>
  | keyof ReturnType<typeof measured>
  | keyof ReturnType<typeof byModels>
  | keyof ReturnType<typeof files>
  | keyof ReturnType<typeof taken>
>

const bytes = (content: Uint8Array | string) => ({ type: 'application/octet-stream', content })
const json = (value: unknown) => ({ type: 'application/json', content: JSON.stringify(value) })

/** What stands behind the `?`; what is absent, or false, is left out. */
function query(fields: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value != null && value !== false)
  return new URLSearchParams(
    given.map(([name, value]) => [name, value === true ? '1' : String(value)]),
  ).toString()
}

/** A running Loupe, over its HTTP API. Faults come back as the UserError they were there. */
export function remoteLoupe({ url, token }: OwnerAddress): ReachedLoupe {
  const reach: Reach = async (method, path, body) => {
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
  // What comes back was checked by the same program on the other side.
  async function ask<T>(...request: Parameters<Reach>): Promise<T> {
    const response = await reach(...request)
    const answer = await response.json().catch(() => null)
    if (response.ok) return answer
    throw faultOf(response, answer)
  }
  const get = <T>(path: string) => ask<T>('GET', path)
  const post = <T>(path: string, value: unknown) => ask<T>('POST', path, json(value))
  const file = <T>(path: string, content: Uint8Array | string) => ask<T>('POST', path, bytes(content))
  const text = async (path: string) => await requireOk(await reach('GET', path))
  const take = <T>(path: string, value: unknown) => ask<T>('DELETE', path, json(value))
  return {
    api: {
      ...asked(get, post),
      ...measured(get, post, file),
      ...byModels(get, post),
      ...files(file, text),
      ...taken(take),
    },
    close: async () => undefined,
  }
}

type Get = <T>(path: string) => Promise<T>
type Post = <T>(path: string, value: unknown) => Promise<T>
type Send = <T>(path: string, content: Uint8Array | string) => Promise<T>

const one = encodeURIComponent

function asked(get: Get, post: Post) {
  return {
    memoryImport: ({ jobId, log }) => get(`entries/import/${one(jobId ?? '')}?${query({ log })}`),
    cancelJob: ({ jobId }) => post(`jobs/${one(jobId)}/cancel`, {}),
    importEnd: ({ itemId, episodeId }) => get(`imports/${one(itemId)}/${one(episodeId)}`),
    // A person at a shell tries: that is not served.
    retrieve: (request) => post('retrieve', { ...request, log: false }),
    quality: ({ project, examples = 0, seed = 1 }) =>
      get(`quality?${query({ project, examples: String(examples), seed: String(seed) })}`),
    drawBlind: (input) => post('blind', input),
    findBlind: ({ id }) => get(`blind/${one(id)}`),
    judgeBlind: ({ id, ...said }) => post(`blind/${one(id)}`, said),
    blindStage: ({ id, place }) => get(`blind/${one(id)}/${place}`),
    loadSample: () => post('sample', {}),
    offerSample: async () => undefined, // the running Loupe offered it at its own start
  } satisfies Partial<Loupe['api']>
}

function measured(get: Get, post: Post, file: Send) {
  return {
    replay: (request) => post('replay', request),
    sameFileQueries: (input) => get(`labels?${query(input)}`),
    auditFigures: (input) => get(`audit?${query(input)}`),
    readResults: ({ setId, fileName, bytes: content }) =>
      file(`experiments/files?${query({ file: fileName, set: setId })}`, content),
    previewRuns: (input) => post('experiments/preview', input),
    addRuns: (input) => post('experiments', input),
    experiments: (input) => get(`experiments?${query(input ?? {})}`),
    promote: ({ entryId, ...input }) => post(`entries/${one(entryId)}/promotion`, input),
    importNotes: (input) => post('notes', input),
    mapWorkspace: (input) => post('workspaces', input),
    keys: async () => (await get<{ keys: KeyView[] }>('keys')).keys,
    people: async () => (await get<{ people: PersonView[] }>('people')).people,
    addPerson: (input) => post('people', input),
    changePerson: ({ id, ...input }) => post(`people/${one(id)}`, input),
    resetPassword: ({ id }) => post(`people/${one(id)}/password`, {}),
    makeKey: (input) => post('keys', input),
    twoRuns: (pair) => get(`experiments?${query(pair)}`),
  } satisfies Partial<Loupe['api']>
}

/** Taken away or taken back. */
function taken(take: Post) {
  return {
    removeSample: () => take('sample', {}),
    demote: ({ entryId, ...input }) => take(`entries/${one(entryId)}/promotion`, input),
    revokeKey: ({ id }) => take(`keys/${one(id)}`, {}),
    removePerson: ({ id }) => take(`people/${one(id)}`, {}),
  } satisfies Partial<Loupe['api']>
}

function files(file: Send, text: (path: string) => Promise<Response>) {
  return {
    exportEntries: async ({ project, format, versions }) => {
      const response = await text(`entries/export?${query({ project, format, versions, all: true })}`)
      return { leftOut: Number(response.headers.get('x-loupe-left-out') ?? 0), pieces: textOf(response) }
    },
    importFile: async ({ project, batchKey, dryRun, wait = true, more = [], ...first }) => {
      const found: ImportResult[] = []
      for (const { fileName, resultsId, bytes } of [first, ...more]) {
        const fields = { project, file: fileName, results: resultsId, batch: batchKey, wait }
        const path = `trajectories?${query({ ...fields, 'dry-run': dryRun })}`
        found.push(...(await file<{ results: ImportResult[] }>(path, bytes)).results)
      }
      return found
    },
    importMemory: ({ bytes: content, fileName, dryRun, wait = true, ...how }) =>
      file(
        `entries/import?${query({ ...how, file: fileName, 'dry-run': dryRun, wait: wait ? '1' : '0' })}`,
        content,
      ),
    saveResults: ({ fileName, bytes: content }) => file(`results?${query({ file: fileName })}`, content),
    recording: async (input) => textOf(await text(`recording?${query(input)}`)),
    giveRecording: ({ fileName, text: content }) => file(`recording?${query({ file: fileName })}`, content),
  } satisfies Partial<Loupe['api']>
}

function byModels(get: Get, post: Post) {
  return {
    estimateDistil: ({ project, with: estimate, limit, spread }) =>
      get(`distil?${query({ project, estimate, limit, spread })}`),
    orderDistil: (order) => post('distil', order),
    distilStatus: (input) => get(`distil?${query(input)}`),
    actOnDistil: ({ jobId, ...act }) => post(`distil/${one(jobId)}`, act),
    waitingRequests: (input) => get(`model-requests?${query(input)}`),
    modelRequest: ({ hash }) => get(`model-requests/${one(hash)}`),
    giveAnswer: ({ hash, ...given }) => post(`model-requests/${one(hash)}`, given),
    readQuestion: (question) => post('model-requests', question),
    serveExtractor: (input) => post('extractor', input),
  } satisfies Partial<Loupe['api']>
}

async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw faultOf(response, await response.json().catch(() => null))
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
