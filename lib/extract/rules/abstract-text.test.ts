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

it('counts what left', () => {
  expect(abstractText('See `page_rows` in shop/paging.py at line 40.', names, 9).removedCount).toBe(3)
  expect(abstractText('It reads the rows twice.', names, 9).removedCount).toBe(0)
})
