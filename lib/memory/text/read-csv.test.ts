import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', '1', ' ', ',', '\t', '"', '\n', '\r', 'é', ';'),
  maxLength: 6,
})

it.each([
  ['runs.csv', ','],
  ['RUNS.TSV', '\t'],
])(
  'reads of %s what was written, any sign in any cell, with the line on which each row begins',
  (name, separator) => {
    const rows = fc.integer({ min: 2, max: 4 }).chain((width) =>
      fc
        .array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 0, maxLength: 5 })
        .map((all) => ({
          width,
          all,
        })),
    )
    fc.assert(
      fc.property(rows, ({ width, all }) => {
        const columns = Array.from({ length: width }, (_, i) => `column ${i}`)
        const lines = [columns, ...all].map((row) =>
          row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator),
        )
        const starts = lines.map(
          (_, i) => lines.slice(0, i).join('\n').split('\n').length + (i === 0 ? 0 : 1),
        )
        const read = readCsv(`${lines.join('\n')}\n`, name)
        expect(read.columns).toEqual(columns)
        expect(read.rows).toEqual(all.map((cells, i) => ({ line: starts[i + 1], cells })))
      }),
      { numRuns: 200, seed: 11 },
    )
  },
)

it.each([
  ['line ends of other systems', 'a,b\r\n1,2\r\n', [['1', '2']]],
  ['no line end at the end', 'a,b\n1,2', [['1', '2']]],
  [
    'blank lines',
    'a,b\n\n1,2\n   \n3,4\n\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'empty cells',
    'a,b\n,\n1,\n',
    [
      ['', ''],
      ['1', ''],
    ],
  ],
  ['a quote inside a cell that is not quoted', 'a,b\n5" disk,2\n', [['5" disk', '2']]],
  ['a tab in a file of commas', 'a,b\n1\t2,3\n', [['1\t2', '3']]],
  ['nothing but the head', 'a,b', []],
  ['nothing', '', []],
])('reads %s', (_, text, cells) => {
  expect(readCsv(text, 'runs.csv').rows.map((row) => row.cells)).toEqual(cells)
})

it('takes blanks around the names of columns off, and leaves those of cells', () => {
  expect(readCsv(' a , b\n 1 , 2', 'runs.csv')).toMatchObject({
    columns: ['a', 'b'],
    rows: [{ cells: [' 1 ', ' 2'] }],
  })
})

it.each([
  ['runs.tsv', 'a\tb\n1\t2\t3\n', 'line 2: 3 cells where the head has 2.', 'tab', 'runs.tsv:2'],
  ['runs.csv', 'a,b\n\n1\n', 'line 3: 1 cells where the head has 2.', 'comma', 'runs.csv:3'],
  ['runs.csv', 'a,b\n1,2\n"x\ny,z\n', 'line 3: a quote is never closed.', 'Close it', 'runs.csv:3'],
  ['runs.csv', 'a, a\n', 'line 1: column 2 has the name of one before it.', 'name of its own', 'runs.csv:1'],
])('refuses a bad %s by its line', (name, text, message, hint, place) => {
  try {
    readCsv(text, name)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-csv', message, place, hint: expect.stringContaining(hint) })
  }
})
