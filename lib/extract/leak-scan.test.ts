import { expect, it } from 'vitest'
import { scanLeaks } from './leak-scan.ts'

const leaks = (text: string, own: string | null = null) =>
  scanLeaks(text, own).map((leak) => `${leak.type} ${leak.text}`)

it('finds paths, lines, names, ids, addresses and hashes', () => {
  expect(
    leaks(
      'In django/forms/fields.py:231 and ./a.cfg, lines 12 to 14, page_rows calls InvoiceCursor.next of acme__shop-12.',
    ),
  ).toEqual([
    'path django/forms/fields.py:231',
    'path ./a.cfg',
    'line lines 12 to 14',
    'identifier page_rows',
    'identifier InvoiceCursor.next',
    'instance acme__shop-12',
  ])
  expect(leaks('See https://a.example/b, #4512 and a0cfed0995 (getRows, _own).')).toEqual([
    'url https://a.example/b',
    'instance #4512',
    'number a0cfed0995',
    'identifier getRows',
    'identifier _own',
  ])
})

it('lets the standard library, dunder methods, exceptions and plain words stay', () => {
  expect(
    leaks(
      'An IndexError in `__rmul__`: use isinstance, os.path.join, pytest, np.diff, e.g. for UTF-8 and/or true/false, 2.8.1, i.e. JSON.',
    ),
  ).toEqual([])
})

it('does not take the package under repair for well known', () => {
  expect(leaks('numpy breaks here', 'numpy')).toEqual(['identifier numpy'])
  expect(leaks('numpy breaks here', 'pandas')).toEqual([])
})
