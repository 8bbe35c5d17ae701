import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import { type AddressRules, readServerUrl } from './server-address.ts'

export type Environment = Record<string, string | undefined>

/** A model behind an OpenAI-compatible server, whatever it is asked for. */
export type ServerSettings = { baseUrl: URL; apiKey: string | null; model: string; rules: AddressRules }

/** The server and the model that `variable` names, or null when it names none. Throws UserError that names the variable at fault. */
export function readServerSettings(env: Environment, variable: string): ServerSettings | null {
  const model = env[variable]?.trim()
  if (!model) return null
  if (model.length > 120 || /[\s@]/.test(model))
    throw badSetting(variable, 'is longer than 120 characters, or holds a space or an @')
  const apiKey = env.OPENAI_API_KEY?.trim() || null
  const address = env.OPENAI_BASE_URL?.trim() || (apiKey === null ? null : 'https://api.openai.com/v1')
  if (address === null)
    throw new UserError('no-server', `${variable} names ${model}, but no server is named.`, {
      hint: 'Set OPENAI_BASE_URL, or OPENAI_API_KEY for OpenAI itself.',
      place: 'OPENAI_BASE_URL',
    })
  const rules = { allowPrivate: env.ALLOW_PRIVATE_LLM === '1' }
  return { baseUrl: readServerUrl(address, rules), apiKey, model, rules }
}

/** A number of the environment; null when it is not set. Throws UserError that names the variable. */
export function readNumber(env: Environment, variable: string, schema: z.ZodType<number>): number | null {
  const text = env[variable]?.trim()
  if (!text) return null
  const read = schema.safeParse(Number(text))
  if (read.success) return read.data
  throw badSetting(variable, `is not a number that fits: ${read.error.issues[0]?.message ?? ''}`)
}

export function badSetting(name: string, why: string): UserError {
  return new UserError('bad-setting', `${name} ${why}.`, {
    hint: 'Correct it and start Loupe again.',
    place: name,
  })
}

/** Everything an OpenAI-compatible server needs; it comes from the environment alone. */
export type OpenAiSettings = ServerSettings & {
  /** Asked of the server when set; null = the model's own. */
  dimensions: number | null
  /** US dollars a million tokens; null = nobody has said. */
  pricePerMillionUsd: number | null
}

export const OPENAI_VARIABLES = {
  OPENAI_EMBED_MODEL: 'the embedding model’s name at the server; without it there is no remote embedder',
  OPENAI_BASE_URL:
    'address of any OpenAI-compatible server; https://api.openai.com/v1 when a key is set alone',
  OPENAI_API_KEY: 'the key, where the server wants one',
  OPENAI_EMBED_DIMENSIONS: 'shorter vectors, for models that offer them',
  OPENAI_EMBED_PRICE: 'US dollars a million tokens; without it the price is unknown',
  ALLOW_PRIVATE_LLM: '1 lets the address lead into a private network; loopback always may',
} as const

/** Settings of the remote embedder, or null when no model is named. Throws UserError that names the variable at fault. */
export function readOpenAiSettings(env: Environment): OpenAiSettings | null {
  const server = readServerSettings(env, 'OPENAI_EMBED_MODEL')
  return (
    server && {
      ...server,
      dimensions: readNumber(env, 'OPENAI_EMBED_DIMENSIONS', z.number().int().min(1).max(16_384)),
      pricePerMillionUsd: readNumber(env, 'OPENAI_EMBED_PRICE', z.number().min(0).max(1_000)),
    }
  )
}

/** Name of the space of vectors that these settings lead to. */
export function openAiEmbedderId({
  model,
  dimensions,
}: Pick<OpenAiSettings, 'model' | 'dimensions'>): string {
  return `openai:${model}${dimensions === null ? '' : `@${dimensions}`}`
}
