import { z } from 'zod'
import { type Environment, readNumber, readServerSettings, type ServerSettings } from './server-settings.ts'

/** Everything an OpenAI-compatible server needs; it comes from the environment alone. */
export type OpenAiSettings = ServerSettings & {
  /** Asked of the server when set; null = the model's own. */
  dimensions: number | null
  /** US dollars a million tokens; null = nobody has said. */
  pricePerMillionUsd: number | null
}

/** The variables that are read, with what each is for. */
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
