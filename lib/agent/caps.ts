import { tokenEstimate } from '../memory/text/words.ts'

/** What may be spent on answers: US dollars, and tokens of answers whose price nobody tells. null = no cap. */
export type Caps = { usd: number | null; tokens: number | null }
export const NO_CAPS: Caps = { usd: null, tokens: null }
export type Spent = { usd: number; tokens: number }

/** What an answer took; null = not told. */
export type Took = { inputTokens: number | null; outputTokens: number | null; costUsd: number | null }

/** With one answer more; tokens that nobody tells are a quarter of the characters. */
export function spentWith({ usd, tokens }: Spent, took: Took, read: string, written: string): Spent {
  if (took.costUsd !== null) return { usd: usd + took.costUsd, tokens }
  const input = took.inputTokens ?? tokenEstimate(read)
  return { usd, tokens: tokens + input + (took.outputTokens ?? tokenEstimate(written)) }
}

/** The cap that is reached, in words; null while there is room. */
export function capReached(spent: Spent, caps: Caps): string | null {
  if (caps.usd !== null && spent.usd >= caps.usd) return `$${caps.usd}`
  if (caps.tokens !== null && spent.tokens >= caps.tokens) return `${caps.tokens.toLocaleString('en')} tokens`
  return null
}
