import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UserError } from '../errors.ts'
import { snippetOf } from '../text/snippet.ts'
import {
  type Expression,
  instantOf,
  mentionsField,
  parseExpression,
  wantedWords,
} from './filter-expression.ts'

/** The expression as it was understood, every bracket written out. */
function written(expression: Expression): string {
  if (expression.kind === 'words') return expression.phrase ? `"${expression.text}"` : expression.text
  if (expression.kind === 'not') return `-${written(expression.part)}`
  if (expression.kind === 'field') {
    const { field, operator, values } = expression
    const words = values.map((value) => (/^[^\s,()"]+$/.test(value) ? value : `"${value}"`))
    return `${field}${operator === '=' ? ':' : operator}${words.join(',')}`
  }
  return `(${expression.parts.map(written).join(expression.kind === 'or' ? ' OR ' : ' ')})`
}

const understood = (text: string) => {
  const expression = parseExpression(text)
  return expression && written(expression)
}

it.each([
  ['category:EDIT -flag:leak served>0', '(category:EDIT -flag:leak served>0)'],
  ['a kind:avoid OR kind:pattern b', '(a (kind:avoid OR kind:pattern) b)'],
  ['a (b c OR d)', '(a (b (c OR d)))'],
  ['(a AND b) OR c', '((a b) OR c)'],
  ['NOT (a OR b)', '-(a OR b)'],
  ['repo:org/ledger*', 'repo:org/ledger*'],
  // As many levels no database takes.
  [`${'-'.repeat(1_501)}a`, '-a'],
  [`${'-'.repeat(1_500)}a`, 'a'],
  ['flag:"leak: path",vague', 'flag:"leak: path",vague'],
  ['created:>=2026-01-01', 'created>=2026-01-01'],
  ['State:Retired', 'lifecycle:retired'],
  ['"exact words" off-by-one fn()', '("exact words" off-by-one fn())'],
  ['  ', null],
])('reads %s as %s', (text, expected) => expect(understood(text)).toBe(expected))

it.each([
  ['flagg:leak', 1, 'no field'],
  ['a colour:red', 3, 'no field'],
  ['category:EDITED', 10, 'never'],
  ['served>many', 8, 'whole number'],
  ['created>tomorrow', 9, 'not a date'],
  ['created>2026-02-31', 9, 'not a date'],
  ['created>2026-02-31T10:00', 9, 'not a date'],
  ['repo:', 6, 'no value'],
  ['repo>a', 1, 'cannot be compared'],
  ['say "open', 5, 'quote is not closed'],
  ['a (b', 3, 'bracket is not closed'],
  ['a )', 3, 'without an opening'],
  ['()', 1, 'nothing in these'],
  ['a OR', 3, 'after OR'],
  ['OR a', 1, 'before OR'],
  ['a AND b OR c', 3, 'two ways'],
  ['- a', 2, 'after the minus'],
  ['$', 1, 'no letter'],
])('refuses %j at character %i', (text, place, message) => {
  expect(() => parseExpression(text)).toThrow(
    expect.objectContaining({
      code: 'bad-filter',
      place: `filter, character ${place}`,
      message: expect.stringContaining(message),
    }),
  )
})

it('refuses what is too long or too deep instead of running out of stack', () => {
  expect(() => parseExpression('('.repeat(1_000))).toThrow(expect.objectContaining({ code: 'bad-filter' }))
  expect(() => parseExpression('a '.repeat(100))).toThrow(/more than 60/)
  expect(() => parseExpression('a'.repeat(2_001))).toThrow(/longer/)
})

it('marks the words it looks for and not those it takes out', () => {
  expect(wantedWords(parseExpression('page -clock title:full "two words" category:EDIT'))).toEqual([
    'page',
    'full',
    'two words',
  ])
  expect(snippetOf(['Nothing here', 'A Paginated café list'], ['pagin', 'cafe'])).toEqual([
    { text: 'A ', match: false },
    { text: 'Paginated', match: true },
    { text: ' ', match: false },
    { text: 'café', match: true },
    { text: ' list', match: false },
  ])
  expect(snippetOf(['Nothing here'], ['page'])).toBeNull()
})

it.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:05.5Z', '2026-01-31T10:00:05.500Z', '2026-01-31T10:00:05.500Z'],
  ['2026-02-01T00:30+02:00', '2026-01-31T22:30:00.000Z', '2026-01-31T22:30:00.000Z'],
])('takes %s for %s to %s', (text, from, to) => {
  expect(instantOf(text)).toEqual({ from: new Date(from), to: new Date(to) })
})

it.each([
  ...['2026-02-29', '2026-04-31T08:00', '2026-02-30T08:00+02:00', '2026-13-01', '2026-13-01T08:00'],
  ...['2026-00-10', '2026-1-5', '26-01-31', '2026-01-31T8:00', '2026-01-31T25:00', '2026-01-31T10:00 later'],
  ...['2026-01-31 10:00', '10:00', '', 'today'],
])('takes %j for no date', (text) => expect(instantOf(text)).toBeNull())

it('knows which fields an expression speaks of, however deep and also where it takes them out', () => {
  const expression = parseExpression('a (flag:leak OR -(lifecycle:retired b)) title:page')
  expect(
    ['flag', 'lifecycle', 'title', 'kind'].map((name) => mentionsField(expression, name as 'flag')),
  ).toEqual([true, true, true, false])
  expect(mentionsField(null, 'flag')).toBe(false)
  expect(mentionsField(parseExpression('lifecycle'), 'lifecycle')).toBe(false)
})

const pieces = fc.array(
  fc.constantFrom(
    ...['page', 'a\\b', '"', ' ', '(', ')', '-', 'OR', 'AND', 'NOT ', ',', '*', '\n', 'é', "'", '_'],
    ...['flag:', 'repo:', 'served>', 'created<=2026-01-31', 'title:', 'category:EDIT', '7'],
  ),
  { maxLength: 12 },
)

it('understands whatever is typed, the same when its brackets are written out, or says at which character it does not', () => {
  fc.assert(
    fc.property(pieces, (typed) => {
      const text = typed.join('')
      try {
        const expression = parseExpression(text)
        if (expression) expect(parseExpression(written(expression))).toEqual(expression)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        const [, place] = /^filter, character (\d+)$/.exec(error.place ?? '') ?? []
        expect(Number(place)).toBeGreaterThan(0)
        expect(Number(place)).toBeLessThanOrEqual(text.length + 1)
      }
    }),
    { numRuns: 3_000 },
  )
})

it.each(['constructor:x', '-Constructor>3', 'hasOwnProperty:x', 'valueOf=1'])(
  'knows no field that only JavaScript knows: %s',
  (text) => {
    expect(() => parseExpression(text)).toThrow(expect.objectContaining({ code: 'bad-filter' }))
  },
)
