import { describe, expect, it } from 'vitest'
import { JsonText } from './parse-json.ts'
import { SESSION_FORMATS, sampleOf, sessionFormatOf, sessionLines } from './read-session.ts'

const line = (value: unknown) => JSON.stringify(value)
const turn = { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', content: 'x' } }
const found = (...lines: string[]) =>
  sessionFormatOf(sampleOf(new JsonText(lines.join('\n'), 'x')))?.name ?? null
const readSessionLines = (text: string) => sessionLines(new JsonText(text, 'x').lines())

describe('a session file is recognised', () => {
  it('by a turn among its first twenty values, whatever stands before it', () => {
    const other = line({ a: 1 })
    expect(found(line(turn))).toBe('claude-code-jsonl')
    expect(found(...Array.from({ length: 19 }, () => other), line(turn))).toBe('claude-code-jsonl')
    expect(found(...Array.from({ length: 20 }, () => other), line(turn))).toBeNull()
  })

  it('past lines that are broken, blank, comments or very long, four hundred lines far', () => {
    const broken = [
      '{"half": ',
      '',
      '  ',
      '// a viewer wrote this',
      'plain words',
      line({ a: 'x'.repeat(300_000) }),
    ]
    expect(found(...broken, line(turn))).toBe('claude-code-jsonl')
    expect(found(...Array.from({ length: 399 }, () => '{"half": '), line(turn))).toBe('claude-code-jsonl')
    expect(found(...Array.from({ length: 400 }, () => '{"half": '), line(turn))).toBeNull()
  })

  it('of values too, and of nothing as nothing', () => {
    expect(sessionFormatOf([{ a: 1 }, turn])).toBe(SESSION_FORMATS[0])
    expect([sessionFormatOf([]), found(''), found('[]'), found('{}')]).toEqual([null, null, null, null])
  })
})

describe('the lines of a session', () => {
  it('have the number that an editor shows, blanks and comments counted', () => {
    const { lines, warnings } = readSessionLines('\n// note\n {"a":1}\r\n\n[2]\n')
    expect(lines).toEqual([
      { line: 3, value: { a: 1 } },
      { line: 5, value: [2] },
    ])
    expect(warnings).toEqual([])
  })

  it.each([
    ['half a line', '{"a": 1'],
    ['a number', '7'],
    ['a word', 'true'],
    ['two values', '{"a":1}{"b":2}'],
    ['a bracket of the other kind', '{"a":1]'],
    ['a name that is not allowed', '{"__proto__":{"a":1}}'],
    ['sixty-five levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['a bare control character', '{"a":"\u0001"}'],
  ])('cost one line and a warning where one is %s', (_, bad) => {
    const { lines, warnings } = readSessionLines(`{"a":1}\n${bad}\n{"b":2}`)
    expect(lines.map(({ line: number }) => number)).toEqual([1, 3])
    expect(warnings).toEqual(['1 × line that is not whole JSON (still being written?), left out: 2'])
  })

  it('that are broken are named by number, five of them, and the others counted', () => {
    const told = (count: number) =>
      readSessionLines(Array.from({ length: count }, () => '{').join('\n')).warnings
    expect(told(5)).toEqual([
      '5 × line that is not whole JSON (still being written?), left out: 1, 2, 3, 4, 5',
    ])
    expect(told(7)).toEqual([
      '7 × line that is not whole JSON (still being written?), left out: 1, 2, 3, 4, 5 and 2 more',
    ])
  })

  it('are none of an empty text, and the last may lack its line feed', () => {
    expect(readSessionLines('')).toEqual({ lines: [], warnings: [] })
    expect(readSessionLines('{"a":1}\n{"b":2}').lines).toHaveLength(2)
  })

  it('keep signs of any language as they are, line separators of Unicode within a line', () => {
    const value = { text: 'é 東京 👩‍🚀 \u2028 \u0085' }
    expect(readSessionLines(line(value)).lines).toEqual([{ line: 1, value }])
  })
})
