import { closingPlace, type Token } from '../code/tokens.ts'
import { type Edit, type Mechanism, type Place, replaceToken, symmetric } from './mechanism.ts'

/** One sign or word in place of its counterpart. */
const PAIRS: Record<string, readonly (readonly [string, string])[]> = {
  boundary: [
    ['<', '<='],
    ['>', '>='],
  ],
  comparison: [
    ['<', '>'],
    ['<=', '>='],
    ['===', '!=='],
  ],
  logic: [['&&', '||']],
  arithmetic: [
    ['+', '-'],
    ['*', '/'],
    ['+=', '-='],
  ],
  'falsy-default': [['??', '||']],
  'loop-exit': [['continue', 'break']],
  'opposite-method': [
    ['min', 'max'],
    ['some', 'every'],
    ['shift', 'pop'],
    ['push', 'unshift'],
    ['padStart', 'padEnd'],
    ['filter', 'find'],
  ],
  rounding: [
    ['floor', 'ceil'],
    ['floor', 'round'],
    ['ceil', 'round'],
  ],
}

/** Words that are methods: only after a dot, and called. */
const METHODS = new Set(['opposite-method', 'rounding'])

function swapped(name: string, pairs: readonly (readonly [string, string])[]): Mechanism {
  return symmetric(name, ({ tokens }) =>
    tokens.flatMap((token, i) => {
      if (token.kind === 'text' || token.kind === 'number') return []
      if (METHODS.has(name) && (tokens[i - 1]?.text !== '.' || tokens[i + 1]?.text !== '(')) return []
      if (name === 'arithmetic' && !isOperand(tokens[i - 1])) return []
      return pairs
        .filter((pair) => pair.includes(token.text))
        .map(([a, b]) => replaceToken(name, token, token.text === a ? b : a))
    }),
  )
}

function isOperand(token: Token | undefined): boolean {
  return token !== undefined && (token.kind !== 'sign' || token.text === ')' || token.text === ']')
}

/** Two arguments of a call, or the two operands of a minus, the other way round. */
const swappedArguments = symmetric('swapped-arguments', ({ source, tokens }: Place): Edit[] =>
  tokens.flatMap((token, i): Edit[] => {
    const before = tokens[i - 1]
    const after = tokens[i + 1]
    if (!before || !after) return []
    if (token.text === '-' && isOperand(before)) {
      const [left, right] = [operandEnding(tokens, i - 1), operandStarting(tokens, i + 1)]
      return left && right ? [turned(source, left, right)] : []
    }
    if (token.text !== '(' || before.kind !== 'word' || NO_CALL.has(before.text)) return []
    const close = closingPlace(tokens, i)
    const inside = tokens.slice(i + 1, close)
    const commas = inside.filter(({ text }, at) => text === ',' && depthAt(inside, at) === 0)
    const [comma] = commas
    const [first, last] = [inside[0], inside.at(-1)]
    if (commas.length !== 1 || !comma || !first || !last || tokens[i - 2]?.text === 'function') return []
    const [left, right] = [inside[inside.indexOf(comma) - 1], inside[inside.indexOf(comma) + 1]]
    return left && right
      ? [
          turned(
            source,
            { start: first.start, end: left.end, line: token.line },
            { start: right.start, end: last.end },
          ),
        ]
      : []
  }),
)

const NO_CALL = new Set(['if', 'while', 'for', 'return', 'of'])

type Range = { start: number; end: number }

function turned(source: string, left: Range & { line: number }, right: Range): Edit {
  const [a, between, b] = [
    source.slice(left.start, left.end),
    source.slice(left.end, right.start),
    source.slice(right.start, right.end),
  ]
  return {
    mechanism: 'swapped-arguments',
    start: left.start,
    end: right.end,
    text: b + between + a,
    line: left.line,
  }
}

function depthAt(tokens: readonly Token[], at: number): number {
  let depth = 0
  for (const { text, kind } of tokens.slice(0, at)) {
    if (kind !== 'sign') continue
    if ('([{'.includes(text)) depth++
    if (')]}'.includes(text)) depth--
  }
  return depth
}

/** `a`, `a.b`, `a[b]` that ends here. */
function operandEnding(tokens: readonly Token[], end: number): (Range & { line: number }) | null {
  let from = end
  if (tokens[end]?.text === ']') {
    while (from > 0 && tokens[from]?.text !== '[') from--
    from--
  }
  while (tokens[from - 1]?.text === '.' && tokens[from - 2]?.kind === 'word') from -= 2
  const [first, last] = [tokens[from], tokens[end]]
  if (!first || !last || (first.kind !== 'word' && first.kind !== 'number')) return null
  return { start: first.start, end: last.end, line: first.line }
}

/** `a`, `a.b`, `a[b]` that starts here and is not called. */
function operandStarting(tokens: readonly Token[], from: number): Range | null {
  let end = from
  while (tokens[end + 1]?.text === '.' && tokens[end + 2]?.kind === 'word') end += 2
  if (tokens[end + 1]?.text === '[') end = closingPlace(tokens, end + 1)
  const [first, last] = [tokens[from], tokens[end]]
  if (!first || !last || tokens[end + 1]?.text === '(') return null
  return first.kind === 'word' || first.kind === 'number' ? { start: first.start, end: last.end } : null
}

export const SWAPS: readonly Mechanism[] = [
  ...Object.entries(PAIRS).map(([name, pairs]) => swapped(name, pairs)),
  swappedArguments,
]
