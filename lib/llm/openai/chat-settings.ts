import { z } from 'zod'
import { jsonOf } from '../../memory/text/json-lines.ts'
import type { MostOfCall } from '../complete.ts'
import { MOST_OUTPUT_TOKENS } from './chat-dialect.ts'
import {
  badSetting,
  type Environment,
  readNumber,
  readServerSettings,
  type ServerSettings,
} from './server-settings.ts'

/** A chat model behind an OpenAI-compatible server; it comes from the environment alone. */
export type ChatSettings = ServerSettings & { price: ChatPrice }

/** US dollars a million tokens; null = nobody has said. */
export type ChatPrice = { inputUsd: number | null; outputUsd: number | null }

/** Nobody has said what a token costs. */
export const NO_PRICE: ChatPrice = { inputUsd: null, outputUsd: null }

/** A program on this machine that reads a prompt and prints an answer. */
export type CommandSettings = {
  program: string
  arguments: string[]
  /** The whole environment of the program. */
  environment: Record<string, string>
  /** Recorded with its answers; null = nobody has said. */
  model: string | null
}

/** The variables that are read beside OPENAI_BASE_URL, OPENAI_API_KEY and ALLOW_PRIVATE_LLM, with what each is for. */
export const CHAT_VARIABLES = {
  OPENAI_CHAT_MODEL: 'the chat model’s name at the server; without it no server is asked to write',
  OPENAI_CHAT_INPUT_PRICE:
    'US dollars a million tokens read; without it the price is unknown, and work is capped in tokens',
  OPENAI_CHAT_OUTPUT_PRICE:
    'US dollars a million tokens written; without it the price is unknown, and work is capped in tokens',
  MODEL_COMMAND:
    'a command that reads a prompt from standard input and prints the answer: a line, or a JSON list of words; no shell reads it',
  MODEL_COMMAND_NAME: 'the model behind the command, to be recorded with its answers',
  MODEL_COMMAND_ENV:
    'names of variables that the command is given beside PATH, HOME, LANG and TMPDIR, with commas between',
} as const

/** Settings of the chat model, or null when none is named. Throws UserError that names the variable at fault. */
export function readChatSettings(env: Environment): ChatSettings | null {
  const server = readServerSettings(env, 'OPENAI_CHAT_MODEL')
  if (!server) return null
  const price = z.number().min(0).max(10_000)
  return {
    ...server,
    price: {
      inputUsd: readNumber(env, 'OPENAI_CHAT_INPUT_PRICE', price),
      outputUsd: readNumber(env, 'OPENAI_CHAT_OUTPUT_PRICE', price),
    },
  }
}

/** Whether a price can be told, and a cap of money held. */
export function isPricedBy({ inputUsd, outputUsd }: ChatPrice = NO_PRICE): boolean {
  return inputUsd !== null && outputUsd !== null
}

/** What these tokens cost, US dollars; null where a price or a count is unknown. */
export function costOf(
  { inputUsd, outputUsd }: ChatPrice,
  tokens: { inputTokens: number | null; outputTokens: number | null },
): number | null {
  if (inputUsd === 0 && outputUsd === 0) return 0
  const { inputTokens, outputTokens } = tokens
  if (inputUsd === null || outputUsd === null || inputTokens === null || outputTokens === null) return null
  return (inputTokens * inputUsd + outputTokens * outputUsd) / 1_000_000
}

/** A token has at least so many bytes in the mean, in any text of some length. Ours: English has four, code three. */
const FEWEST_BYTES_A_TOKEN = 2

/** The most that a request may take: its text in short tokens and the longest answer. */
export function mostOf(price: ChatPrice, text: string): MostOfCall {
  const inputTokens = Math.ceil(Buffer.byteLength(text) / FEWEST_BYTES_A_TOKEN)
  const outputTokens = MOST_OUTPUT_TOKENS
  return { usd: costOf(price, { inputTokens, outputTokens }), tokens: inputTokens + outputTokens }
}

/** What a command is given of the environment without being asked: where programs and a home are, and how to write. */
const ALWAYS_GIVEN = ['PATH', 'HOME', 'LANG', 'TMPDIR']

/** Settings of the command, or null when none is named. Throws UserError that names the variable at fault. */
export function readCommandSettings(env: Environment): CommandSettings | null {
  const text = env.MODEL_COMMAND?.trim()
  if (!text) return null
  const [program, ...rest] = wordsOf(text)
  if (!program) throw badSetting('MODEL_COMMAND', 'names no program')
  const named = (env.MODEL_COMMAND_ENV ?? '').split(',').flatMap((name) => name.trim() || [])
  const odd = named.find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
  if (odd !== undefined) throw badSetting('MODEL_COMMAND_ENV', 'is not a list of names with commas between')
  const environment = Object.fromEntries(
    [...ALWAYS_GIVEN, ...named].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { program, arguments: rest, environment, model: env.MODEL_COMMAND_NAME?.trim() || null }
}

/** A JSON list, or a line in which blanks part words and quotes keep them together. Nothing else means anything: there is no shell. */
function wordsOf(text: string): string[] {
  if (text.startsWith('[')) {
    const read = z.array(z.string()).safeParse(jsonOf(text))
    if (!read.success) throw badSetting('MODEL_COMMAND', 'begins like a JSON list of words and is none')
    return read.data
  }
  if (/^(?:[^"']|"[^"]*"|'[^']*')*$/.test(text) === false)
    throw badSetting('MODEL_COMMAND', 'holds a quote that is not closed')
  return [...text.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => double ?? single),
  )
}
