import type { Token } from '../code/tokens.ts'

/** A piece of a source replaced by another text. Half-open; an insertion replaces nothing. */
export interface Edit {
  mechanism: string
  start: number
  end: number
  text: string
  /** Line it begins on, from 0. */
  line: number
}

/** One function as an operator sees it. */
export interface Place {
  source: string
  lines: readonly string[]
  fromLine: number
  toLine: number
  /** The function's own tokens. */
  tokens: readonly Token[]
}

/** A recurring way in which code is wrong. `inject` makes such faults in sound code, `repair` proposes what would mend one. */
export interface Mechanism {
  /** One word, as lessons name it. */
  name: string
  inject(place: Place): Edit[]
  repair(place: Place): Edit[]
}

/** The source with these edits made; they must not overlap. */
export function applyEdits(source: string, edits: readonly Omit<Edit, 'mechanism' | 'line'>[]): string {
  let result = source
  for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}

export function replaceToken(mechanism: string, token: Token, text: string): Edit {
  return { mechanism, start: token.start, end: token.end, text, line: token.line }
}

export function removal(mechanism: string, start: number, end: number, line: number): Edit {
  return { mechanism, start, end, text: '', line }
}

export function insertion(mechanism: string, at: number, text: string, line: number): Edit {
  return { mechanism, start: at, end: at, text, line }
}

/** Words after which nothing is that a value could be made of. */
export const NO_VALUE = new Set('return else null true false continue break try finally'.split(' '))

/** A mechanism that is its own inverse: what makes the fault also mends it. */
export function symmetric(name: string, change: (place: Place) => Edit[]): Mechanism {
  return { name, inject: change, repair: change }
}
