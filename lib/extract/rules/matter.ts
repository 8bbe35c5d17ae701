import { mechanismsIn } from '../mechanism-lexicon.ts'
import { CHATTER } from './candidates.ts'

/** What a text speaks of: terms of the lexicon, and its words beyond the small talk of any run, without their endings. */
export function matterOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z][a-z'-]{3,}/g) ?? []
  return new Set([
    ...mechanismsIn(text).map(({ term }) => term),
    ...words.filter((word) => !CHATTER.has(word)).map((word) => word.replace(/(?:ing|ed|es|s|ly|ion)$/, '')),
  ])
}

/** Above this share of common matter the second sentence says the first again; ours. */
const REPEATS = 0.8

/** True when two sentences speak of one thing without saying the same: a reason belongs to its action only then. */
export function belongTogether(a: string, b: string): boolean {
  const left = matterOf(a)
  const right = matterOf(b)
  const shared = [...left].filter((word) => right.has(word))
  const smaller = Math.max(1, Math.min(left.size, right.size))
  const terms = new Set(
    mechanismsIn(a)
      .filter(({ weight }) => weight >= 1)
      .map(({ term }) => term),
  )
  const isOneThing = shared.length >= 2 || shared.some((word) => terms.has(word))
  return isOneThing && shared.length / smaller <= REPEATS
}
