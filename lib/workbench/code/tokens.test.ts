import { expect, it } from 'vitest'
import { readLibraries } from '../worlds/read-worlds.ts'
import { closingPlace, tokensOf } from './tokens.ts'

const texts = (source: string) => tokensOf(source).map(({ kind, text }) => `${kind} ${text}`)

it.each<[string, string[]]>([
  ['a ?? b?.c', ['word a', 'sign ??', 'word b', 'sign ?.', 'word c']],
  ['x === y !== z', ['word x', 'sign ===', 'word y', 'sign !==', 'word z']],
  ['n <= 10.5', ['word n', 'sign <=', 'number 10.5']],
  ['(a) => [...a]', ['sign (', 'word a', 'sign )', 'sign =>', 'sign [', 'sign ...', 'word a', 'sign ]']],
  ["'it\\'s (' + x", ["text 'it\\'s ('", 'sign +', 'word x']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the code that is read
  ['`${a} to ${b}`', ['text `${a} to ${b}`']],
  ['s.split(/, */g)', ['word s', 'sign .', 'word split', 'sign (', 'text /, */g', 'sign )']],
  ['a / b', ['word a', 'sign /', 'word b']],
  ['a // b\nc', ['word a', 'word c']],
  ['/* a\nb */ c', ['word c']],
  ['', []],
])('reads %j', (source, expected) => {
  expect(texts(source)).toEqual(expected)
})

it('counts lines over comments and blank lines, so that an edit names the line it is made on', () => {
  const tokens = tokensOf('/* one\n two */ a\n\n// three\nb')
  expect(tokens.map(({ text, line }) => [text, line])).toEqual([
    ['a', 1],
    ['b', 4],
  ])
})

it('leaves nothing of a library out but blanks and comments, each token at its own place', () => {
  for (const { source } of readLibraries(process.cwd()).values()) {
    const tokens = tokensOf(source)
    let rest = source
    for (const { start, end, text, line } of [...tokens].reverse()) {
      expect(source.slice(start, end)).toBe(text)
      expect(source.slice(0, start).split('\n').length - 1).toBe(line)
      rest = rest.slice(0, start) + rest.slice(end)
    }
    expect(rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').trim()).toBe('')
  }
})

it.each([
  ['f(a, (b), c) + d', 1, 9],
  ['[a, { b: [c] }]', 0, 10],
  ["f(')')", 1, 3],
  ['f(a', 1, 2],
])('finds the bracket that closes one, whatever stands in texts: %s', (source, open, close) => {
  expect(closingPlace(tokensOf(source), open)).toBe(close)
})
