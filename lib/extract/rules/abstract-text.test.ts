import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LocalNames } from '../local-names.ts'
import { abstractText } from './abstract-text.ts'

const names: LocalNames = {
  own: 'shop',
  kindOf: (name) =>
    name === 'page_rows'
      ? 'function'
      : name === 'next_cursor'
        ? 'method'
        : name === 'InvoiceCursor'
          ? 'class'
          : null,
}
const plain = (text: string) => abstractText(text, names, 9).text

it.each([
  ['`page_rows` cuts the last row.', 'the page row function cuts the last row.'],
  ['The `InvoiceCursor` class is wrong.', 'The invoice cursor class is wrong.'],
  ['I look at `shop/paging.py` on line 40 first.', 'I look at the paging module first.'],
  ['It calls `InvoiceCursor.next_cursor()` twice.', 'It calls the next cursor method twice.'],
  ['`IndexError` comes from `__getitem__`.', '`IndexError` comes from `__getitem__`.'],
  ['It checks `isinstance(data, bytes)` too late.', 'It checks `isinstance(x, bytes)` too late.'],
  ['The page_size is fixed.', 'The page size is fixed.'],
  // Code that stays is the code that was written: without its brackets or its stars it would say something else.
  ['Use `str.split().count()` instead.', 'Use `str.split().count()` instead.'],
  ['It is `dict( **x )` or not.', 'It is `dict( **x )` or not.'],
])('%s becomes: %s', (raw, expected) => {
  expect(plain(raw).toLowerCase()).toBe(expected.toLowerCase())
})

it('records what left as typed offsets into the raw sentence', () => {
  const raw = 'See `page_rows` in shop/paging.py at line 40.'
  expect(abstractText(raw, names, 9).removed.map((r) => [r.type, raw.slice(r.start, r.end)])).toEqual([
    ['identifier', '`page_rows`'],
    ['path', 'shop/paging.py'],
    ['line', 'line 40'],
  ])
})

it('keeps removed spans inside the sentence, in order, for any text', () => {
  const word = fc.constantFrom(
    '`page_rows`',
    'shop/a.py',
    'line 4',
    'the',
    'a',
    'InvoiceCursor',
    '`x = y`',
    '(',
    ')',
    '`',
    'https://a.b/c',
    '«secret:jwt:1»',
    '.',
    '**b**',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const raw = words.join(' ')
      let at = 0
      for (const r of abstractText(raw, names, 9).removed) {
        expect(r.start).toBeGreaterThanOrEqual(at)
        expect(r.end).toBeLessThanOrEqual(raw.length)
        at = r.end
      }
    }),
  )
})
