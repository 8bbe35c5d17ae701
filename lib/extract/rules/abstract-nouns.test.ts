import { expect, it } from 'vitest'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames, NameKind } from '../local-names.ts'
import { abstractText } from './abstract-text.ts'

const KNOWN: Record<string, NameKind> = {
  page_rows: 'function',
  next_cursor: 'method',
  InvoiceCursor: 'class',
  MAX_ROWS: 'constant',
}
const names: LocalNames = { own: 'shop', kindOf: (name) => KNOWN[name] ?? null }

/** What belongs to one run, by what it is, and the noun that stands for it. */
it.each([
  ['I look at `shop/paging.py`.', 'I look at the paging module.'],
  ['Edit tests/test_paging.py first.', 'Edit the paging test module first.'],
  ['Run `repro_paging.py` again.', 'Run the reproduction script again.'],
  ['See docs/index.rst for it.', 'See the index documentation file for it.'],
  ['It is in setup.cfg now.', 'It is in the configuration file now.'],
  ['Open `/var/data` first.', 'Open the data folder first.'],
  ['Read `data.csv` first.', 'Read the data file first.'],
  ['Raise `ShopError` here.', 'Raise the error here.'],
  ['Set `MAX_ROWS` to 3.', 'Set the maximum row constant to 3.'],
  ['Use `@my_decorator` here.', 'Use the decorator here.'],
  ['Call `cursor.next_row()` twice.', 'Call the next row method twice.'],
  ['Read `cursor.next_row` twice.', 'Read the next row attribute twice.'],
  ['Fix acme__shop-12 first.', 'Fix the report first.'],
  ['See https://a.b/c for it.', 'See the address for it.'],
  ['The token «secret:jwt:1» is sent.', 'The token secret is sent.'],
  ['On line 40 it stops.', 'On the line it stops.'],
  ['It stops at line 40.', 'It stops.'],
  ['It stops (line 40).', 'It stops.'],
  ['Lines 3 to 5 of it stop.', 'the line of it stop.'],
  ['Pass `--my-flag` to it.', 'Pass the option to it.'],
  ['It checks `x == y` first.', 'It checks `x == y` first.'],
  ['It does `a = b` first.', 'It does `a = b` first.'],
  ['It runs `git diff` first.', 'It runs git diff first.'],
  ['`if a_b: return`', '`if x: return`'],
  ['Use `str.join` here.', 'Use `str.join` here.'],
  [
    '`page_rows` calls `page_rows` and `other_rows`.',
    'the page row function calls the page row function and the other rows.',
  ],
  ['The shop package is slow.', 'The package is slow.'],
  ['Shop is slow.', 'the project is slow.'],
  ['It uses `foo["bar"]` there.', 'It uses the value there.'],
  ['The `page_rows()` function is slow.', 'The page row function is slow.'],
  ['The function `page_rows` is slow.', 'The function is slow.'],
  ['An `InvoiceCursor` object is read.', 'An invoice cursor object is read.'],
  ['It is **bold** and *this* too.', 'It is bold and this too.'],
  ['It is NOT read.', 'It is not read.'],
  ['`rows[0]` is lost.', 'the row value is lost.'],
  ['a `page_rows` here', 'a page row function here'],
  ['C:\\shop\\a.py is read.', 'the module is read.'],
  ['Call page_rows(3, 4) now.', 'Call the page row function now.'],
])('writes “%s” as “%s”, and leaves no name in it', (raw, plain) => {
  const { text } = abstractText(raw, names, 9)
  expect(text).toBe(plain)
  expect(scanLeaks(text, names.own)).toEqual([])
})

it('tells a second nameless thing from the first, and knows the first again', () => {
  const raw = 'It is `getFoo()` that calls `getBar()` and `getFoo()`.'
  expect(abstractText(raw, names, 9).text).toBe(
    'It is the function that calls another function and the function.',
  )
})

it('knows a name only once a step has shown it', () => {
  const later: LocalNames = {
    own: null,
    kindOf: (name, before) => (before > 4 ? (KNOWN[name] ?? null) : null),
  }
  expect(abstractText('It calls `InvoiceCursor` first.', later, 5).text).toBe(
    'It calls the invoice cursor class first.',
  )
  expect(abstractText('It reads `MAX_ROWS` first.', later, 4).text).toBe(
    'It reads the maximum row constant first.',
  )
  expect(abstractText('It calls `next_cursor` first.', later, 5).text).toBe(
    'It calls the next cursor method first.',
  )
  expect(abstractText('It calls `next_cursor` first.', later, 4).text).toBe('It calls the next cursor first.')
})
