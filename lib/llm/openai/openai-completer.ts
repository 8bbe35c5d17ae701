import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { z } from 'zod'
import { tokenEstimate } from '../../memory/text/words.ts'
import {
  type Completer,
  type Meter,
  type ModelRequest,
  mendWords,
  readAnswer,
  requestHash,
  type Usage,
} from '../complete.ts'
import {
  halted,
  type NextTry,
  noAnswer,
  type Patience,
  refusing,
  unreachable,
  withRetries,
} from '../retry.ts'
import { bodyOf, type Dialect, FULL_DIALECT, simplerDialect } from './chat-dialect.ts'
import { type ChatSettings, costOf, mostOf } from './chat-settings.ts'
import { UnreadAnswer } from './guarded-fetch.ts'
import { addressFault, isPassingStatus, type OpenAiDeps, openClient, tryAgain } from './openai-faults.ts'

/** One answer of a model in the background: it may think for minutes. Ours. */
export const WRITING: Patience = { tries: 5, timeoutMs: 180_000, longestWaitMs: 60_000 }
/** Most of an answer that is read, bytes: an answer is a page of text. Ours. */
const MOST_BYTES = 4_000_000
/** An answer that cannot be used is shown to its model again up to here, characters. Ours. */
const SHOWN_AGAIN = 8_000

type Deps = OpenAiDeps & { clock: () => number }
const NOTHING: Usage = { inputTokens: null, outputTokens: null, costUsd: null }
const UNMETERED: Meter = { begin: async () => async () => undefined }

/**
 * A chat model behind an OpenAI-compatible server, at temperature 0, with structured output where the server has it. An answer
 * that does not fit is asked for once more with its fault named. Neither the key nor the server's own words are ever repeated.
 */
export function createOpenAiCompleter(settings: ChatSettings, deps: Deps): Completer {
  const { model, price } = settings
  const id = `openai:${model}`
  const client = openClient(settings, deps, { mostBytes: MOST_BYTES })
  /** What the server was found to understand. */
  let dialect: Dialect = FULL_DIALECT

  async function callOnce(body: ReturnType<typeof bodyOf>, key: string, how: How): Promise<Said> {
    const asked = JSON.stringify(body)
    const end = await how.meter.begin(id, mostOf(price, asked))
    let said: Said
    try {
      // A server that knows the key gives its first answer again where ours was lost on the way.
      said = saidIn(
        await client.chat.completions.create(body, {
          headers: { 'Idempotency-Key': key },
          ...(how.signal ? { signal: how.signal } : {}),
        }),
        price,
      )
    } catch (fault) {
      await end(outcomeOf(fault), NOTHING, null)
      throw how.signal?.aborted ? halted() : fault
    }
    await end(said.end ?? 'answered', said.usage, tokenEstimate(asked) + tokenEstimate(said.content))
    return said
  }

  async function ask(request: ModelRequest<unknown>, earlier: Turn[], key: string, how: How): Promise<Said> {
    for (let tried: Dialect | null = dialect; tried !== null; ) {
      const [body, formKey] = [bodyOf(request, earlier, model, tried), keyOf(key, tried)]
      try {
        const said = await withRetries(
          () => callOnce(body, formKey, how),
          (fault) => nextTry(fault, deps.now()),
          deps.patience,
          deps,
          how.signal,
        )
        dialect = tried
        return said
      } catch (fault) {
        tried = fault instanceof APIError ? simplerDialect(tried, fault) : null
        if (tried === null) throw inWords(fault, model)
      }
    }
    throw new Error('no dialect left') // simplerDialect says null before
  }

  return {
    id,
    async complete(request, meter = UNMETERED, signal) {
      const hash = requestHash(request)
      const began = deps.clock()
      const usages: Usage[] = []
      const earlier: Turn[] = []
      for (let attempt = 1; ; attempt++) {
        const said = await ask(request, earlier, `${hash}-${attempt}`, { meter, signal })
        usages.push(said.usage)
        requireEnd(said, model)
        const read = readAnswer(said.content, request.schema)
        if ('value' in read)
          return {
            hash,
            value: read.value,
            provider: 'openai',
            model: said.model ?? model,
            ...sumOf(usages),
            latencyMs: Math.round(deps.clock() - began),
            at: deps.now().toISOString(),
          }
        if (attempt === 2)
          throw noAnswer(
            read.fault.code,
            `Twice of ${model}: ${read.fault.words}.`,
            'Another model may keep to the form.',
          )
        earlier.push(
          { role: 'assistant', content: said.content.slice(0, SHOWN_AGAIN) },
          { role: 'user', content: mendWords(read.fault.words) },
        )
      }
    },
  }
}

/** Throws what is to be told of an answer that stopped where it should not have. */
function requireEnd({ end }: Said, model: string): void {
  if (end === 'answer-cut')
    throw noAnswer(
      end,
      `${model} did not come to an end within its limit of tokens.`,
      'Another model may be briefer.',
    )
  if (end === 'answer-declined')
    throw noAnswer(end, `${model} declined to answer.`, 'Another model may answer, or a person.')
}

/** The meter of a call, and what ends it. */
type How = { meter: Meter; signal: AbortSignal | undefined }

/** A server that knows a key answers as it did before: what is asked in another form has another key. */
function keyOf(key: string, { format, temperature, limit }: Dialect): string {
  const given = [
    format === 'schema' ? null : format,
    temperature ? null : 'warm',
    limit === 'max_tokens' ? null : (limit ?? 'unlimited'),
  ]
  return [key, ...given.filter((one) => one !== null)].join('-')
}

type Turn = { role: 'assistant' | 'user'; content: string }

type Said = {
  content: string
  /** Why the model stopped where it should not have; null = it came to its end. */
  end: 'answer-cut' | 'answer-declined' | null
  model: string | null
  usage: Usage
}

const count = z.number().int().min(0).nullish()
const chatSchema = z.object({
  model: z.string().max(200).nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
})

/** What the server sent is no chat answer at all; another try could bring one. */
class NoChatAnswer extends Error {}

function saidIn(answer: unknown, price: ChatSettings['price']): Said {
  const read = chatSchema.safeParse(answer)
  const choice = read.data?.choices[0]
  if (!read.success || !choice) throw new NoChatAnswer()
  const tokens = {
    inputTokens: read.data.usage?.prompt_tokens ?? null,
    outputTokens: read.data.usage?.completion_tokens ?? null,
  }
  const { finish_reason: reason, message } = choice
  const isDeclined = !!message.refusal || reason === 'content_filter'
  return {
    content: message.content ?? '',
    end: isDeclined ? 'answer-declined' : reason === 'length' ? 'answer-cut' : null,
    model: read.data.model ?? null,
    usage: { ...tokens, costUsd: costOf(price, tokens) },
  }
}

/** Sums of what several calls took; unknown where one is. */
function sumOf(usages: Usage[]): Usage {
  const sum = (field: keyof Usage) =>
    usages.reduce<number | null>((total, usage) => {
      const value = usage[field]
      return total === null || value === null ? null : total + value
    }, 0)
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: sum('costUsd') }
}

function nextTry(fault: unknown, now: Date): NextTry {
  if (unreadIn(fault)) return null
  return fault instanceof NoChatAnswer ? { afterMs: 0 } : tryAgain(fault, now)
}

/** An answer that was not read, which the client wraps. */
function unreadIn(fault: unknown): UnreadAnswer | null {
  for (let cause = fault; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnreadAnswer) return cause
  return null
}

/** One word for the ledger of calls. */
function outcomeOf(fault: unknown): string {
  const unread = unreadIn(fault)
  if (unread) return unread.kind
  if (fault instanceof APIConnectionTimeoutError) return 'timeout'
  if (fault instanceof APIUserAbortError) return 'ended'
  if (fault instanceof APIConnectionError) return isNeverReached(fault) ? 'not-reached' : 'no-connection'
  if (fault instanceof APIError) return `status-${fault.status ?? 'none'}`
  return 'not-a-chat-answer'
}

const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Nothing was heard by anybody, so that nothing can have been paid. */
function isNeverReached(fault: unknown): boolean {
  for (let cause = fault; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && NEVER_REACHED.has(String(cause.code))) return true
  return addressFault(fault) !== null
}

const NOTHING_LOST =
  'See that it runs and that OPENAI_BASE_URL leads to it, then go on. What was answered is kept.'

/** The fault in our own words: status and kind, never a body, a header or an address. */
function inWords(fault: unknown, model: string): unknown {
  const refusal = addressFault(fault)
  if (refusal) return refusal
  const who = `The server of ${model}`
  const unread = unreadIn(fault)
  if (unread?.kind === 'redirect')
    return refusing(
      who,
      'redirects, which is not followed',
      'Give the address it redirects to as OPENAI_BASE_URL.',
    )
  if (unread)
    return noAnswer(
      'answer-too-large',
      `${who} sent more than ${MOST_BYTES / 1e6} MB.`,
      'Another model may be briefer.',
    )
  if (fault instanceof APIConnectionTimeoutError)
    return unreachable(who, 'did not answer in time', NOTHING_LOST)
  if (fault instanceof APIConnectionError) return unreachable(who, 'cannot be reached', NOTHING_LOST)
  if (fault instanceof SyntaxError || fault instanceof NoChatAnswer)
    return unreachable(who, 'sent an answer that is no chat answer', NOTHING_LOST)
  if (!(fault instanceof APIError)) return fault
  const { status, code } = fault
  if (code === 'insufficient_quota')
    return refusing(who, 'says that the quota is used up', 'Look at the account; what was answered is kept.')
  if (code === 'context_length_exceeded')
    return noAnswer(
      'prompt-too-long',
      `The request is longer than ${model} reads.`,
      'Take a model that reads more.',
    )
  if (isPassingStatus(status)) return unreachable(who, `answered ${status} again and again`, NOTHING_LOST)
  if (status === 401 || status === 403) return refusing(who, `answered ${status}`, 'Check OPENAI_API_KEY.')
  return refusing(who, `answered ${status}`, 'Check OPENAI_BASE_URL and OPENAI_CHAT_MODEL.')
}
