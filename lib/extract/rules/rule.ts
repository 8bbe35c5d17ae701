/** One cue of the extractor's rules as data, with sentences it speaks for and sentences it must leave alone: both run as tests. */
export interface Rule {
  pattern: RegExp
  weight: number
  says: readonly string[]
  not: readonly string[]
}

/** Sum of the weights of the rules that speak. */
export function weightOf(rules: readonly Rule[], text: string): number {
  return rules.reduce((sum, { pattern, weight }) => sum + (pattern.test(text) ? weight : 0), 0)
}

/** True when any rule speaks. */
export function speaks(rules: readonly Rule[], text: string): boolean {
  return rules.some(({ pattern }) => pattern.test(text))
}
