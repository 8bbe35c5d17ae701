import { type Library, type LibraryFunction, tokensWithin } from '../code/library.ts'
import { tokensOf } from '../code/tokens.ts'
import { LOST } from './lost.ts'
import type { Edit, Mechanism, Place } from './mechanism.ts'
import { NAMES } from './names.ts'
import { SWAPS } from './swaps.ts'

/** Every mechanism the worlds are made of and the agent can propose. A new one is a line here. */
export const MECHANISMS: readonly Mechanism[] = [...SWAPS, ...NAMES, ...LOST]

/** A function of a source as operators see it. */
export function placeOf(
  source: string,
  { fromLine, toLine }: Pick<LibraryFunction, 'fromLine' | 'toLine'>,
): Place {
  const tokens = tokensWithin(tokensOf(source), { fromLine, toLine })
  return { source, lines: source.split('\n'), fromLine, toLine, tokens }
}

/** Every fault that could be put into a function of a sound library. */
export function faultsOf({ source }: Library, one: LibraryFunction): Edit[] {
  const place = placeOf(source, one)
  return MECHANISMS.flatMap((mechanism) => mechanism.inject(place))
}

/** Every change that could mend a function as it stands. */
export function repairsOf(source: string, one: Pick<LibraryFunction, 'fromLine' | 'toLine'>): Edit[] {
  const place = placeOf(source, one)
  return MECHANISMS.flatMap((mechanism) => mechanism.repair(place))
}
