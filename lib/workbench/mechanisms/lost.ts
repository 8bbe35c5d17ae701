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
import { declared } from './names.ts'

/** An `await` that is not there. */
const lostAwait: Mechanism = {
  name: 'lost-await',
  inject: ({ tokens }) =>
    tokens.flatMap((token, i): Edit[] => {
      const next = tokens[i + 1]
      return token.text === 'await' && next
        ? [removal('lost-await', token.start, next.start, token.line)]
        : []
    }),
  repair: (place) =>
    isAsync(place)
      ? valueStarts(place.tokens)
          .filter(({ text }) => text !== 'await')
          .map((token) => insertion('lost-await', token.start, 'await ', token.line))
      : [],
}

function isAsync({ tokens }: Place): boolean {
  return tokens.some(({ text }) => text === 'async')
}

/** Words at which the value of an assignment or a `return` begins, where it is a call. */
function valueStarts(tokens: readonly Token[]): Token[] {
  return tokens.filter((token, i) => {
    const before = tokens[i - 1]?.text ?? ''
    if (token.kind !== 'word' || !['=', 'return', '+='].includes(before)) return false
    let at = i
    while (tokens[at + 1]?.text === '.') at += 2
    return tokens[at + 1]?.text === '('
  })
}

/** A list or record handed on itself where a copy of it was meant. */
const sharedValue: Mechanism = {
  name: 'shared-value',
  inject: ({ tokens }) =>
    tokens.flatMap((token, i): Edit[] => {
      const [open, name, close] = [tokens[i - 1], tokens[i + 1], tokens[i + 2]]
      if (token.text !== '...' || !open || name?.kind !== 'word' || !close) return []
      if (!((open.text === '[' && close.text === ']') || (open.text === '{' && close.text === '}'))) return []
      const { start } = open
      return [{ mechanism: 'shared-value', start, end: close.end, text: name.text, line: token.line }]
    }),
  repair: ({ tokens }) =>
    tokens.flatMap((token, i): Edit[] => {
      const [before, after] = [tokens[i - 1]?.text ?? '', tokens[i + 1]]
      if (token.kind !== 'word' || !['=', 'return', '(', '=>', 'of'].includes(before)) return []
      if (CALLABLE.has(token.text)) return []
      const ends = after === undefined || after.line !== token.line || [')', '.', ','].includes(after.text)
      if (!ends) return []
      return [`[...${token.text}]`, before === '=>' ? `({ ...${token.text} })` : `{ ...${token.text} }`].map(
        (text) => replaceToken('shared-value', token, text),
      )
    }),
}

const CALLABLE = new Set(['null', 'true', 'false', 'new', 'Math', 'String', 'Number', 'Object', 'await'])

/** A method at the end of a chain that tidies a value, such as `.trim()`, left out. */
const lostCall: Mechanism = {
  name: 'lost-call',
  inject: ({ tokens }) =>
    tokens.flatMap((token, i): Edit[] => {
      const [dot, open, close] = [tokens[i - 1], tokens[i + 1], tokens[i + 2]]
      if (dot?.text !== '.' || !TIDYING.includes(token.text) || open?.text !== '(' || close?.text !== ')')
        return []
      return [removal('lost-call', dot.start, close.end, token.line)]
    }),
  repair: ({ tokens }) =>
    tokens.flatMap((token, i): Edit[] => {
      const after = tokens[i + 1]
      const isValue = token.kind === 'word' || token.text === ')' || token.text === ']'
      const ends = after === undefined || after.line !== token.line || ['.', '==='].includes(after.text)
      if (!isValue || !ends || NO_VALUE.has(token.text)) return []
      return TIDYING.map((name) => insertion('lost-call', token.end, `.${name}()`, token.line))
    }),
}

const TIDYING = ['trim', 'toLowerCase', 'toUpperCase', 'reverse']

/** A `!` that is missing, or one too many. */
const negation = symmetric('negation', ({ tokens }: Place): Edit[] =>
  tokens.flatMap((token, i): Edit[] => {
    const next = tokens[i + 1]
    if (token.text === '!') return [removal('negation', token.start, token.end, token.line)]
    if (
      next?.kind !== 'word' ||
      !['if', '=>'].includes(token.text === '(' ? (tokens[i - 1]?.text ?? '') : token.text)
    )
      return []
    return [insertion('negation', next.start, '!', next.line)]
  }),
)

/** The line that ends a function early for a special value, left out. */
const missingGuard: Mechanism = {
  name: 'missing-guard',
  inject: (place) => wholeLines('missing-guard', place, /^\s*if \(.*\) (?:return\b|continue$)/),
  repair: ({ source, lines, fromLine, toLine, tokens }) =>
    lines.flatMap((line, n) => {
      if (n < fromLine || n >= toLine || !DECLARES.test(line)) return []
      const names = new Set(declared(tokens.filter((token) => token.line === n)))
      const indent = /^\s*/.exec(lines[n + 1] ?? '')?.[0] || '  '
      return [...names].flatMap((name) =>
        GUARDS.map((guard) =>
          insertion(
            'missing-guard',
            lineStart(source, n + 1),
            `${indent}${guard.replaceAll('x', name)}\n`,
            n + 1,
          ),
        ),
      )
    }),
}

const DECLARES = /^(?:export |async )*function |^\s*(?:const|let) \w+ = (?!\()|^\s*function |^\s*for \(/
/** Guards on a value `x`. */
const GUARDS = [
  ...['null', 'false', '0', 'x'].map((answer) => `if (x == null) return ${answer}`),
  ...['null', '[]', "''"].map((answer) => `if (x.length === 0) return ${answer}`),
  ...['null', '[]', '0'].map((answer) => `if (x <= 0) return ${answer}`),
  'if (x == null) continue',
  "if (x === '') continue",
  "if (x === 0) return 'none'",
]

/** A line that forgets what was remembered, left out. */
const staleCache: Mechanism = {
  name: 'stale-cache',
  inject: (place) => wholeLines('stale-cache', place, /^\s*(?:\w+\.(?:delete|clear)\(.*\)|\w+ = null)$/),
  repair: ({ lines, source, fromLine, toLine, tokens }) => {
    const remembered = tokens.flatMap(({ line }, i) => {
      const [name, value] = [tokens[i + 1], tokens[i + 3]]
      return name?.line === line && (value?.text === 'null' || value?.text === 'new') ? [name.text] : []
    })
    const caches = [...new Set(remembered)].filter((name) => declared(tokens).includes(name))
    return lines.flatMap((line, n) => {
      if (n <= fromLine || n >= toLine || !/^\s*function |^\s*if .*[{]$/.test(line)) return []
      const keys = declared(tokens.filter((token) => token.line <= n)).filter(
        (name) => !caches.includes(name),
      )
      const indent = /^\s*/.exec(lines[n + 1] ?? '')?.[0] ?? ''
      const steps = caches.flatMap((cache) => [
        `${cache}.clear()`,
        `${cache} = null`,
        ...[...new Set(keys)].map((key) => `${cache}.delete(${key})`),
      ])
      return steps.map((step) =>
        insertion('stale-cache', lineStart(source, n + 1), `${indent}${step}\n`, n + 1),
      )
    })
  },
}

function wholeLines(mechanism: string, { source, lines, fromLine, toLine }: Place, pattern: RegExp): Edit[] {
  return lines.flatMap((text, line) =>
    line > fromLine && line < toLine && pattern.test(text)
      ? [removal(mechanism, lineStart(source, line), lineStart(source, line + 1), line)]
      : [],
  )
}

function lineStart(source: string, line: number): number {
  let at = 0
  for (let n = 0; n < line; n++) at = source.indexOf('\n', at) + 1
  return at
}

export const LOST: readonly Mechanism[] = [
  lostAwait,
  sharedValue,
  lostCall,
  negation,
  missingGuard,
  staleCache,
]
