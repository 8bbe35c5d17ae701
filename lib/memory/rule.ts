/** A pattern as data, with texts it speaks for and texts it must leave alone: both run as tests. */
export interface Pattern {
  pattern: RegExp
  says: readonly string[]
  not: readonly string[]
}

/** A pattern that counts for something. */
export interface Rule extends Pattern {
  weight: number
}

/** A pattern that is written anew where it matches; its examples are pairs of before and after. */
export interface Rewrite {
  pattern: RegExp
  /** As `String.replace` takes it. */
  becomes: string
  says: readonly (readonly [before: string, after: string])[]
  not: readonly string[]
}

/** True when any pattern speaks. */
export function speaks(patterns: readonly Pattern[], text: string): boolean {
  return patterns.some(({ pattern }) => pattern.test(text))
}

/** The text with every rewrite done once, in their order. */
export function rewritten(rewrites: readonly Rewrite[], text: string): string {
  return rewrites.reduce((sofar, { pattern, becomes }) => sofar.replace(pattern, becomes), text)
}
