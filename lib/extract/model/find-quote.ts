import { type Span, type Step, stepText } from '../../memory/trajectory.ts'

/** A quote of fewer letters could stand anywhere. Ours. */
const LEAST_LETTERS = 8

/**
 * Where a quoted passage stands in a step, word for word; runs of white space count as one blank, since prompts and models wrap lines.
 * Null when it stands in none of the step's texts, or is too short to prove anything.
 */
export function findQuote(step: Step, quote: string): Span | null {
  const words = quote.trim().split(/\s+/)
  if (words.join('').length < LEAST_LETTERS) return null
  const pattern = new RegExp(words.map(escapeForPattern).join('\\s+'))
  for (const part of partsOf(step)) {
    const match = pattern.exec(stepText(step, part) ?? '')
    if (match) return { step: step.n, part, start: match.index, end: match.index + match[0].length }
  }
  return null
}

function partsOf({ actions, observations }: Step): Span['part'][] {
  return [
    { kind: 'thought', index: 0 },
    ...actions.map((_, index) => ({ kind: 'action' as const, index })),
    ...observations.map((_, index) => ({ kind: 'observation' as const, index })),
  ]
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
