import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodedViews, percentDecoded, undress } from './views.ts'

const ESC = '\u001b'

it.each([
  ['a colour', `${ESC}[31mred${ESC}[0m`, 'red'],
  ['a cursor', `a${ESC}[2Jb`, 'ab'],
  ['a title, closed by a bell', `${ESC}]0;shop\u0007x`, 'x'],
  ['a link, closed by a string end', `${ESC}]8;;https://x${ESC}\\x`, 'x'],
  ['a set of characters', `${ESC}(Bx`, 'x'],
  ['an escaped line feed', 'a\\nb', 'a\nb'],
  ['an escaped quote', 'say \\"x\\"', 'say "x"'],
  ['a quote that is escaped twice', 'say \\\\\\"x', 'say "x'],
  ['an escaped tab', 'a\\tb', 'a\tb'],
  ['a code point', 'a\\u003db\\x3dc', 'a=b=c'],
  ['an entity', '&quot;a&quot;&#39;&amp;', '"a"\'&'],
  ['the escaped end of a line', 'a=\\\n   b', 'a=b'],
  ['a letter without width', 'a\u200bb', 'ab'],
  ['what was masked', 'a «secret:jwt:1» b', 'a «» b'],
  ['no escape: a path', 'C:\\users', 'C:\\users'],
  ['plain text', 'plain\ntext', 'plain\ntext'],
])('shows %s as a reader sees it', (_, text, shown) => {
  expect(undress(text).plain).toBe(shown)
})

it('knows where each character of the view stands in the text, for any text', () => {
  const sign = fc.constantFrom(ESC, ...'[]31m\\"\'na \u0007\n(B;%4&u0')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 60 }), (text) => {
      const { plain, placeOf } = undress(text)
      let last = 0
      for (const [i, one] of [...plain].entries()) {
        const [start, end] = placeOf(i)
        expect(start).toBeGreaterThanOrEqual(last)
        if (end - start === 1) expect(text[start]).toBe(one)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
})

it('undoes percent-encoding apart, since in an address it says where a part ends', () => {
  expect(percentDecoded('see https://x.example/?q=a%20b%26c%3Dd there')?.plain).toBe(
    'see https://x.example/?q=a b&c=d there',
  )
  expect(percentDecoded('100 % of it')).toBe(null)
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

it.each([
  ['too short', base64('too short, this')],
  ['bytes that are no text', Buffer.from(Array.from({ length: 40 }, (_, i) => i * 6)).toString('base64')],
  ['text that turns into bytes', base64(`${'readable '.repeat(8)}\u0000\u0001`)],
  ['a long word', 'a'.repeat(200)],
])('passes over %s', (_, text) => {
  expect(viewsOf(text)).toEqual([])
})
