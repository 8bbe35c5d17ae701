import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import { norm } from '../../memory/similarity.ts'
import type { Embedder } from '../embedder.ts'
import { type NextTry, withRetries } from '../retry.ts'
import { addressFault, isPassingStatus, type OpenAiDeps, openClient, tryAgain } from './openai-faults.ts'
import { type OpenAiSettings, openAiEmbedderId } from './server-settings.ts'

/** Texts in one request. Ours: well under every server's limit that we know of. */
const TEXTS_A_REQUEST = 64
/** Longer texts are read up to here: about 8,000 tokens of English, the limit of the usual models (ours). */
const READ_CHARACTERS = 24_000

/**
 * An embedding model behind an OpenAI-compatible server. Every answer is checked (count, places, dimension, finite numbers) and
 * brought to length 1. Throws UserError: `model-unreachable` (status 503: another try may help) or `model-refused`.
 * Neither the key nor the server's own words are ever repeated.
 */
export function createOpenAiEmbedder(
  settings: OpenAiSettings,
  dimension: number,
  deps: OpenAiDeps,
): Embedder {
  const ask = createAsk(settings, deps)
  const id = openAiEmbedderId(settings)
  return {
    id,
    dimension,
    async embed(texts) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimension))
      const read = texts.map(readable)
      // A server refuses an empty text; by the contract its vector is zero.
      const asked = [...read.keys()].filter((i) => /[\p{L}\p{N}]/u.test(read[i] ?? ''))
      for (let from = 0; from < asked.length; from += TEXTS_A_REQUEST) {
        const part = asked.slice(from, from + TEXTS_A_REQUEST)
        const made = await ask(
          part.map((i) => read[i] ?? ''),
          dimension,
        )
        for (const [place, i] of part.entries()) vectors[i] = made[place] ?? new Float32Array(dimension)
      }
      return vectors
    },
  }
}

/** A text as far as it is read. Half of a pair of characters, its own or left by the cut, is no text to most servers. */
function readable(text: string): string {
  return text.slice(0, READ_CHARACTERS).toWellFormed()
}

/** Asks a server for one vector, whatever its dimension. */
export async function askOneVector(
  settings: OpenAiSettings,
  text: string,
  deps: OpenAiDeps,
): Promise<Float32Array> {
  const [vector] = await createAsk(settings, deps)([readable(text)], settings.dimensions)
  return vector ?? new Float32Array(0)
}

function createAsk(settings: OpenAiSettings, deps: OpenAiDeps) {
  const { model, dimensions } = settings
  const client = openClient(settings, deps)
  return async (texts: string[], dimension: number | null): Promise<Float32Array[]> => {
    const request = {
      model,
      input: texts,
      encoding_format: 'float' as const,
      ...(dimensions === null ? {} : { dimensions }),
    }
    try {
      return await withRetries(
        async () => readVectors(await client.embeddings.create(request), texts.length, dimension),
        (fault) => nextTry(fault, deps.now()),
        deps.patience,
        deps,
      )
    } catch (fault) {
      throw inWords(fault, model)
    }
  }
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
})

/** What the server sent is not what was asked for; the message is ours and holds none of its text. */
class AnswerFault extends Error {
  /** Another try could bring the whole answer. */
  readonly isPassing: boolean
  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

/** The vectors of an answer in the order of the texts, each of length 1. */
function readVectors(answer: unknown, count: number, dimension: number | null): Float32Array[] {
  const read = answerSchema.safeParse(answer)
  if (!read.success) throw new AnswerFault('its answer is not a list of vectors of numbers', true)
  const { data } = read.data
  if (data.length !== count) throw new AnswerFault(`it sent ${data.length} vectors for ${count} texts`, true)
  const sorted = data.toSorted((a, b) => a.index - b.index)
  if (sorted.some(({ index }, place) => index !== place))
    throw new AnswerFault('its vectors are misnumbered', true)
  const wanted = dimension ?? sorted[0]?.embedding.length ?? 0
  return sorted.map(({ embedding }) => {
    if (embedding.length !== wanted || wanted === 0)
      throw new AnswerFault(`it sent ${embedding.length} dimensions, ${wanted} were expected`, false)
    return unitOf(Float32Array.from(embedding))
  })
}

function unitOf(vector: Float32Array): Float32Array {
  const length = norm(vector)
  if (!Number.isFinite(length)) throw new AnswerFault('a vector holds infinity', false)
  if (length === 0) throw new AnswerFault('a vector is zero', false)
  return vector.map((value) => value / length)
}

function nextTry(fault: unknown, now: Date): NextTry {
  if (fault instanceof AnswerFault) return fault.isPassing ? { afterMs: 0 } : null
  return tryAgain(fault, now)
}

/** The fault in our own words: status and kind, never a body, a header or an address. */
function inWords(fault: unknown, model: string): unknown {
  const refusal = addressFault(fault)
  if (refusal) return refusal
  const unreachable = (what: string) =>
    new UserError('model-unreachable', `The server of ${model} ${what}.`, {
      hint: 'See that it runs and that OPENAI_BASE_URL leads to it, then try again. Nothing was stored.',
      place: 'OPENAI_BASE_URL',
      status: 503,
    })
  const refusing = (what: string, hint: string) =>
    new UserError('model-refused', `The server of ${model} ${what}.`, { hint, status: 502 })
  if (fault instanceof APIConnectionTimeoutError) return unreachable('did not answer in time')
  if (fault instanceof APIConnectionError) return unreachable('cannot be reached')
  if (fault instanceof SyntaxError) return unreachable('sent an answer that is not JSON')
  if (fault instanceof AnswerFault)
    return fault.isPassing
      ? unreachable(`cannot be used: ${fault.message}`)
      : refusing(`cannot be used: ${fault.message}`, 'Check OPENAI_EMBED_MODEL and OPENAI_EMBED_DIMENSIONS.')
  if (!(fault instanceof APIError)) return fault
  const { status, code } = fault
  if (code === 'insufficient_quota')
    return refusing('says that the quota is used up', 'Look at the account; nothing was stored.')
  if (isPassingStatus(status)) return unreachable(`answered ${status} again and again`)
  if (status === 401 || status === 403) return refusing(`answered ${status}`, 'Check OPENAI_API_KEY.')
  return refusing(`answered ${status}`, 'Check OPENAI_BASE_URL and OPENAI_EMBED_MODEL.')
}
