import type { Kind } from '../memory/entry.ts'
import { INPUT_KINDS } from './evidence/input-kinds.ts'
import { LINE_KINDS } from './evidence/line-kinds.ts'
import { MECHANISMS } from './mechanisms/all-mechanisms.ts'

/** How much likelier a choice becomes that a lesson names; a lesson of failure makes it as much unlikelier. Ours, set before any result. */
export const TRUST = 4

/** Where a fault can lie, seen from the function that the report is about. */
const DEPTHS = ['named-function', 'called-function'] as const

/** Every word by which a lesson can move a choice. */
const VOCABULARY = new Set([...INPUT_KINDS, ...LINE_KINDS, ...DEPTHS, ...MECHANISMS.map(({ name }) => name)])

/** What a lesson says to an agent: its text, and whether it tells of success or of failure. */
export interface LessonText {
  text: string
  kind: Kind
}

/** How likely choices are after a lesson was read, against 1 before: of words, and of names in code that it quotes. */
export interface Prior {
  /** Two priors of one key are the same. */
  key: string
  of(word: string): number
  /** For a line of code: TRUST when it holds a name of a change that the lesson shows. */
  ofCode(line: string): number
}

/** Before anything was learned: every choice alike. */
export const NO_PRIOR: Prior = { key: '', of: () => 1, ofCode: () => 1 }

/**
 * What lessons make of an agent's choices. One reader for all of them, abstract or raw: it knows the words of its vocabulary and
 * the names in changes of code, and nothing else of the text.
 */
export function readPrior(lessons: readonly LessonText[]): Prior {
  const factors = new Map<string, number>()
  const names = new Set<string>()
  for (const { text, kind } of lessons) {
    const factor = kind === 'avoid' ? 1 / TRUST : TRUST
    for (const word of new Set(text.match(/[a-z]+(?:-[a-z]+)*/g)))
      if (VOCABULARY.has(word)) factors.set(word, factor)
    for (const [change] of text.matchAll(/"[^"\n]*" -> "[^"\n]*"/g))
      for (const name of change.match(/[A-Za-z_]\w{2,}/g) ?? []) if (!KEYWORDS.has(name)) names.add(name)
  }
  if (factors.size === 0 && names.size === 0) return NO_PRIOR
  return {
    key: JSON.stringify([[...factors].sort(), [...names].sort()]),
    of: (word) => factors.get(word) ?? 1,
    ofCode: (line) => ((line.match(/[A-Za-z_]\w{2,}/g) ?? []).some((name) => names.has(name)) ? TRUST : 1),
  }
}

const KEYWORDS = new Set(
  'const let function return for while else null true false await async new undefined Math continue break export'.split(
    ' ',
  ),
)
