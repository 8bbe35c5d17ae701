import type { Token } from '../code/tokens.ts'
import {
  type Edit,
  insertion,
  type Mechanism,
  NO_VALUE,
  type Place,
  removal,
  replaceToken,
  symmetric,
} from './mechanism.ts'

/** A field read by the name of another field that the function knows. */
const wrongKey = symmetric('wrong-key', ({ tokens }: Place): Edit[] => {
  const fields = new Set(fieldTokens(tokens).map(({ text }) => text))
  return fieldTokens(tokens).flatMap((token) =>
    [...fields].filter((name) => name !== token.text).map((name) => replaceToken('wrong-key', token, name)),
  )
})

/** Names after a dot that are neither called nor counted on every list. */
function fieldTokens(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ kind, text }, i) =>
      kind === 'word' &&
      text !== 'length' &&
      text !== 'size' &&
      ['.', '?.'].includes(tokens[i - 1]?.text ?? '') &&
      tokens[i + 1]?.text !== '(',
  )
}

/** One name of the function used where another of its names is meant. */
const wrongVariable = symmetric('wrong-variable', ({ tokens }: Place): Edit[] => {
  const all = new Set(declared(tokens))
  return tokens.flatMap((token, i) => {
    if (!all.has(token.text) || token.kind !== 'word' || !isUse(tokens, i)) return []
    const known = new Set(declared(tokens.slice(0, i)))
    return [...known]
      .filter((name) => name !== token.text)
      .map((name) => replaceToken('wrong-variable', token, name))
  })
})

/** Parameters of the function and of what stands in it, and what is declared in it; functions apart. */
export function declared(tokens: readonly Token[]): string[] {
  const names: string[] = []
  tokens.forEach(({ text }, i) => {
    const next = tokens[i + 1]
    if (['const', 'let'].includes(text) && next?.kind === 'word' && tokens[i + 3]?.text !== '(')
      names.push(next.text)
    if (text === 'function')
      for (let at = i + 3; tokens[at] && tokens[at]?.text !== ')'; at++)
        if (tokens[at]?.kind === 'word') names.push(tokens[at]?.text ?? '')
  })
  return names
}

/** Read, and neither declared, nor a field, nor a key of a record. */
function isUse(tokens: readonly Token[], i: number): boolean {
  const [before, after] = [tokens[i - 1]?.text ?? '', tokens[i + 1]?.text ?? '']
  if (['const', 'let', '.', '?.', 'function'].includes(before)) return false
  if (after === ':' || after === '=' || after === '=>') return false
  // A short field of a record, or a parameter.
  return !((before === '{' || before === ',') && (after === ',' || after === '}'))
}

/** A number that is one too high or too low. */
const offByOne: Mechanism = {
  name: 'off-by-one',
  inject: ({ tokens, source }) => [
    ...shiftedNumbers(tokens),
    ...tokens.flatMap((token, i): Edit[] => {
      const [one, after] = [tokens[i + 1], tokens[i + 2]]
      if (!['+', '-'].includes(token.text) || one?.text !== '1' || after?.text === '.') return []
      const start = source[token.start - 1] === ' ' ? token.start - 1 : token.start
      return [removal('off-by-one', start, one.end, token.line)]
    }),
  ],
  repair: ({ tokens }) => [
    ...shiftedNumbers(tokens),
    ...tokens.flatMap((token, i): Edit[] => {
      const after = tokens[i + 1]
      const ends =
        [')', ']', ',', ';', '<', '<=', '>', '>=', '%'].includes(after?.text ?? '') ||
        after?.line !== token.line
      if (!ends || !(token.kind === 'word' || token.text === ')' || token.text === ']')) return []
      if (NO_VALUE.has(token.text)) return []
      return [' + 1', ' - 1'].map((text) => insertion('off-by-one', token.end, text, token.line))
    }),
  ],
}

function shiftedNumbers(tokens: readonly Token[]): Edit[] {
  return tokens
    .filter(({ kind, text }) => kind === 'number' && Number(text) <= 60)
    .flatMap((token) =>
      [Number(token.text) + 1, Number(token.text) - 1].map((value) =>
        replaceToken('off-by-one', token, String(value)),
      ),
    )
}

export const NAMES: readonly Mechanism[] = [wrongKey, wrongVariable, offByOne]
