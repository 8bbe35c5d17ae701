import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodedViews, plainView } from './secret-views.ts'

const ESC = '\u001b'

it.each([
  ['a colour', `${ESC}[31mred${ESC}[0m`, '     red    '],
  ['a cursor', `a${ESC}[2Jb`, 'a    b'],
  ['a title, closed by a bell', `${ESC}]0;shop\u0007x`, '         x'],
  ['a link, closed by a string end', `${ESC}]8;;https://x${ESC}\\x`, '                x'],
  ['a set of characters', `${ESC}(Bx`, '   x'],
  ['an escaped line feed', 'a\\nb', 'a  b'],
  ['an escaped quote', 'say \\"x\\"', 'say  "x "'],
  ['a quote that is escaped twice', 'say \\\\\\"x', 'say    "x'],
  ['an escaped tab', 'a\\tb', 'a  b'],
  ['no escape: a path', 'C:\\users', 'C:\\users'],
  ['plain text', 'plain\ntext', 'plain\ntext'],
])('shows %s as patterns should see it', (_, text, shown) => {
  expect(plainView(text)).toBe(shown)
})

it('keeps the length, and all that is no escape at its place, for any text', () => {
  const sign = fc.constantFrom(
    ESC,
    '[',
    ']',
    '3',
    '1',
    'm',
    '\\',
    '"',
    "'",
    'n',
    'a',
    ' ',
    '\u0007',
    '\n',
    '(',
    'B',
    ';',
  )
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 60 }), (text) => {
      const shown = plainView(text)
      expect(shown).toHaveLength(text.length)
      for (const [i, one] of [...shown].entries()) if (one !== ' ') expect(one).toBe(text[i])
    }),
  )
})

const viewsOf = (text: string) =>
  [...decodedViews(text)].map(({ plain, start, end }) => [plain, text.slice(start, end)])
const base64 = (plain: string, as: 'base64' | 'base64url' = 'base64') => Buffer.from(plain).toString(as)

it.each([
  ['base64', base64('the quick brown fox jumps')],
  ['base64 with padding', base64('the quick brown fox jump')],
  ['base64 with two signs of padding', base64('the quick brown fox jum')],
  ['base64 of addresses', base64('>>>???>>>???>>>???>>>', 'base64url')],
  ['base64 of several lines', base64('[default]\nkey = value\n\tmore\r\n')],
])('reads %s, with its place', (_, word) => {
  const plain = Buffer.from(word, 'base64').toString('latin1')
  expect(viewsOf(word)).toEqual([[plain, word]])
  expect(viewsOf(`data: "${word}", next`)).toEqual([[plain, word]])
})

it('reads percent-encoding as one word, with its place', () => {
  const word = 'https://x.example/?q=a%20b%26c%3Dd'
  expect(viewsOf(`see ${word} there`)).toEqual([['https://x.example/?q=a b&c=d', word]])
})

it.each([
  ['too short', base64('too short, this')],
  ['too short, with percent signs', 'abcd%20efghij'],
  ['bytes that are no text', Buffer.from(Array.from({ length: 40 }, (_, i) => i * 6)).toString('base64')],
  ['text that turns into bytes', base64(`${'readable '.repeat(8)}\u0000\u0001`)],
  ['half of an encoded letter', 'value=caf%C3&next=one'],
  ['percent signs of prose', '100 % of the words, 5 %'],
  ['a long word', 'a'.repeat(200)],
])('passes over %s', (_, text) => {
  expect(viewsOf(text)).toEqual([])
})
