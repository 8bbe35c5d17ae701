import { UserError } from '../../lib/memory/errors.ts'
import type { ImportResult } from '../../lib/memory/views/jobs.ts'
import type { Loupe, OwnerAddress } from '../../lib/runtime.ts'

type Reach = (
  method: string,
  path: string,
  body?: { type: string; content: Uint8Array | string },
) => Promise<Response>
type Ask = (...request: Parameters<Reach>) => Promise<unknown>

/** What scripts ask: of the Loupe in this process, or of the running one over HTTP. */
export type ReachedLoupe = {
  api: RemoteApi
  close(): Promise<void>
}

type RemoteApi = Pick<
  Loupe['api'],
  | 'retrieve'
  | 'replay'
  | 'sameFileQueries'
  | 'quality'
  | 'auditFigures'
  | 'loadSample'
  | 'removeSample'
  | 'offerSample'
  | 'importFile'
  | 'saveResults'
  | 'exportEntries'
  | 'drawBlind'
  | 'findBlind'
  | 'judgeBlind'
  | 'blindStage'
  | 'estimateDistil'
  | 'orderDistil'
  | 'distilStatus'
  | 'actOnDistil'
  | 'waitingRequests'
  | 'modelRequest'
  | 'giveAnswer'
  | 'recording'
  | 'giveRecording'
  | 'readQuestion'
  | 'serveExtractor'
  | 'readResults'
  | 'previewRuns'
  | 'addRuns'
  | 'experiments'
  | 'twoRuns'
>

const bytes = (content: Uint8Array) => ({ type: 'application/octet-stream', content })

type AnswerOf = <T>(...request: Parameters<Reach>) => Promise<T>

const json = (value: unknown) => ({ type: 'application/json', content: JSON.stringify(value) })

const query = (fields: Record<string, string | null | undefined | false>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()

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

  const ask: Ask = async (...request) => {
    const response = await reach(...request)
    const answer = await response.json().catch(() => null)
    if (response.ok) return answer
    throw faultOf(response, answer)
  }
  // What comes back was checked by the same program on the other side.
  async function answerOf<T>(...request: Parameters<Reach>): Promise<T> {
    return (await ask(...request)) as T
  }
  return {
    api: { ...remoteApi(answerOf), ...remoteFiles(ask, reach), ...remoteModels(ask, reach) },
    close: async () => undefined,
  }
}

/** Files in and out, over HTTP. */
function remoteFiles(ask: Ask, reach: Reach) {
  return {
    exportEntries: async ({ project, format, versions }) => {
      const fields = { project, format, versions: versions && '1', all: '1' }
      const response = await requireOk(await reach('GET', `entries/export?${query(fields)}`))
      return { leftOut: Number(response.headers.get('x-loupe-left-out') ?? 0), pieces: textOf(response) }
    },
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
      const answer = await ask('POST', `trajectories?${query(fields)}`, bytes(input.bytes))
      return (answer as { results: ImportResult[] }).results
    },
    saveResults: async ({ fileName, bytes: content }) =>
      (await ask('POST', `results?${query({ file: fileName })}`, bytes(content))) as Awaited<
        ReturnType<RemoteApi['saveResults']>
      >,
    offerSample: async () => undefined, // the running Loupe offered it at its own start
  } satisfies Partial<RemoteApi>
}

function remoteApi(answerOf: AnswerOf) {
  return {
    // A person at a shell tries: that is not served.
    retrieve: (request) => answerOf('POST', 'retrieve', json({ ...request, log: false })),
    replay: (request) => answerOf('POST', 'replay', json(request)),
    sameFileQueries: (input) => answerOf('GET', `labels?${query(input)}`),
    quality: ({ project, examples = 0, seed = 1 }) =>
      answerOf('GET', `quality?${query({ project, examples: String(examples), seed: String(seed) })}`),
    drawBlind: (input) => answerOf('POST', 'blind', json(input)),
    findBlind: ({ id }) => answerOf('GET', `blind/${encodeURIComponent(id)}`),
    judgeBlind: ({ id, ...said }) => answerOf('POST', `blind/${encodeURIComponent(id)}`, json(said)),
    blindStage: ({ id, place }) => answerOf('GET', `blind/${encodeURIComponent(id)}/${place}`),
    auditFigures: (input) => answerOf('GET', `audit?${query(input)}`),
    loadSample: () => answerOf('POST', 'sample', json({})),
    removeSample: () => answerOf('DELETE', 'sample', json({})),
    readResults: ({ setId, fileName, bytes: content }) =>
      answerOf('POST', `experiments/files?${query({ file: fileName, set: setId })}`, bytes(content)),
    previewRuns: (input) => answerOf('POST', 'experiments/preview', json(input)),
    addRuns: (input) => answerOf('POST', 'experiments', json(input)),
    experiments: () => answerOf('GET', 'experiments'),
    twoRuns: (pair) => answerOf('GET', `experiments?${query(pair)}`),
  } satisfies Partial<RemoteApi>
}

/** The work of models, over HTTP. */
function remoteModels(ask: Ask, reach: Reach) {
  const one = encodeURIComponent
  const query = (fields: Record<string, string | number | null | undefined>) =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ).toString()
  // What comes back was checked by the same program on the other side.
  const get = <T>(path: string) => ask('GET', path) as Promise<T>
  const post = <T>(path: string, value: unknown) => ask('POST', path, json(value)) as Promise<T>
  return {
    estimateDistil: ({ project, with: way, limit, spread }) =>
      get(`distil?${query({ project, estimate: way, limit, spread: spread ? 1 : null })}`),
    orderDistil: (order) => post('distil', order),
    distilStatus: (input) => get(`distil?${query(input)}`),
    actOnDistil: ({ jobId, ...act }) => post(`distil/${one(jobId)}`, act),
    waitingRequests: (input) => get(`model-requests?${query(input)}`),
    modelRequest: ({ hash }) => get(`model-requests/${one(hash)}`),
    giveAnswer: ({ hash, ...given }) => post(`model-requests/${one(hash)}`, given),
    recording: async (input) => textOf(await requireOk(await reach('GET', `recording?${query(input)}`))),
    giveRecording: async ({ fileName, text: content }) =>
      (await ask('POST', `recording?${query({ file: fileName })}`, {
        type: 'application/octet-stream',
        content,
      })) as { lineCount: number },
    readQuestion: (question) => post('model-requests', question),
    serveExtractor: (input) => post('extractor', input),
  } satisfies Partial<RemoteApi>
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
