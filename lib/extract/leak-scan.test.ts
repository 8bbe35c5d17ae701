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

it.each([
  [
    'path',
    ['src/a.py', 'a.py', 'A.PY:12', './run', '../a', '~/x/y', '/etc/hosts', 'lib/x', 'a/b/c', 'setup.cfg'],
  ],
  ['path', ['C:\\Users\\x', 'D:\\shop\\a.py', '\\\\host\\share', 'src\\app\\a.py', 'notes.TXT']],
  [
    'identifier',
    ['get_rows', 'getRows', 'HTTPServer', 'MyClass', '_own', 'self.x', 'Foo.bar', 'my_row-level'],
  ],
  ['identifier', ['größe_max', 'row86_64']],
  ['instance', ['acme__shop-12', '#12']],
  ['number', ['0xdeadbeef', '1234567', '12345', 'abc1234', '1e100000']],
  ['url', ['https://a.b/c', 'www.a.b', 'git://a.b']],
  ['line', ['line 4', 'lines 12 to 14', 'Lines 1-3']],
])('takes for a %s: %j', (type, words) => {
  for (const word of words) expect(leaks(`the ${word} is`), word).toEqual([`${type} ${word}`])
})

it.each([
  [['and/or', 'read/write', 'TCP/IP', 'HTTP/1.1', 'km/h', 'Django/Flask']],
  [['3.11', 'v1.2.3', '1234', '2024-01-02', '1,000,000', '12:30:45', '#1', 'deadbee']],
  [
    [
      'JSONDecodeError',
      'GitHub',
      'PostgreSQL',
      'UTF8',
      'sha256',
      'utf-8',
      'row-level',
      '@property',
      'print()',
    ],
  ],
  [['naïve', 'größe', 'слово', 'e.g.', '\\d+', 'line four', 'a\\b']],
])('leaves in a sentence: %j', (words) => {
  for (const word of words) expect(leaks(`the ${word} is`), word).toEqual([])
})
