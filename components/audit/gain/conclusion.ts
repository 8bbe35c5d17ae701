import { signedPp } from '../../../lib/memory/text/words.ts'

/** A difference that somebody may conclude from: surely above 0, surely below, or neither. */
export type Finding = {
  /** Whom memory was given to, as an object: `a language model`. */
  agent: string
  value: number
  low: number
  high: number
  /** False where the interval leaves 0 out only because several comparisons were looked at. */
  isSure?: boolean
  /** `pp`, or `of 30 tasks`. */
  unit: string
  /** What else bears on it, as a clause; may depend on what is concluded. */
  beside?: (sign: Sign) => string | null
}
export type Sign = 'helps' | 'hurts' | 'cannot tell'
const SIGN_WORDS: Record<Sign, string> = { helps: 'better', hurts: 'worse', 'cannot tell': 'cannot tell' }

/** A headline: whose data, then what they say; two sources on one page may say the opposite. */
export function verdictWords(data: string, sign: Sign, what: string): string {
  return `${data}: ${SIGN_WORDS[sign]}, ${what}`
}

export function signOf({ low, high, isSure = true }: Pick<Finding, 'low' | 'high' | 'isSure'>): Sign {
  if (isSure && low > 0) return 'helps'
  return isSure && high < 0 ? 'hurts' : 'cannot tell'
}

/** A net number of tasks: whole where one seed was run, a mean of several otherwise. */
export const signedCount = (value: number) => signedPp(value, Number.isInteger(value) ? 0 : 1)

const NOTHING_CONCLUDED = 'Nothing can be concluded: no outcome with memory stands beside one without it.'

/** What may be concluded, in one sentence of at most 25 words. */
export function conclusion(finding: Finding | null): string {
  if (finding === null) return NOTHING_CONCLUDED
  const { agent, value, low, high, unit, beside } = finding
  const sign = signOf(finding)
  const clause = beside?.(sign) ?? null
  const rest = clause === null ? '' : `; ${clause}`
  if (sign !== 'cannot tell')
    return `Here memory ${sign} ${agent}: ${unit === 'pp' ? signedPp(value) : signedCount(value)} ${unit}${rest}.`
  return `Cannot tell whether memory helps ${agent} (${signedPp(low)} to ${signedPp(high)} ${unit})${rest}.`
}

type Bounds = { value: number; interval: { low: number; high: number } | null } | null

/** Beside a measured ladder: how much the right lesson would give, and whether the gain comes where nothing can return. */
export function limitedBy(ceiling: Bounds, control: Bounds) {
  return (sign: Sign): string | null => {
    const above = (one: Bounds) => (one?.interval?.low ?? 0) > 0
    if (sign === 'helps' && above(control))
      return 'it also does where nothing returns, so lessons are not why'
    if (sign === 'helps' || ceiling === null) return null
    return above(ceiling)
      ? `told the right lesson it gains ${signedPp(ceiling.value)} pp: finding it is the limit`
      : 'not even the right lesson gains, so these tasks cannot show it'
  }
}
