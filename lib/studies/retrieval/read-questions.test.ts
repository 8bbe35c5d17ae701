import { describe, expect, it } from 'vitest'
import { readQuestions } from './read-questions.ts'

/** Id, text and category of what was read. */
const read = (text: string) =>
  readQuestions(text).map(({ id, text: words, category }) => [id, words, category ?? null])

describe('plain lines', () => {
  it.each([
    [
      '\uFEFFfix the lock\r\n\nVERIFY: the page is whole\n',
      [
        ['line-1', 'fix the lock', null],
        ['line-3', 'the page is whole', 'VERIFY'],
      ],
    ],
    ['  EDIT :  drop the key  ', [['line-1', 'drop the key', 'EDIT']]],
    ['EDIT\tdrop the key', [['line-1', 'drop the key', 'EDIT']]],
    ['EDITOR: opens', [['line-1', 'EDITOR: opens', null]]],
    ['the EDIT: button', [['line-1', 'the EDIT: button', null]]],
    ['EDIT:', [['line-1', 'EDIT:', null]]],
    ['the text, category and all', [['line-1', 'the text, category and all', null]]],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected))
})

describe('JSON Lines', () => {
  it('keep what they name, and are called by their line where they name no id', () => {
    const line =
      '{"id": "a", "text": "t", "category": "EDIT", "relevant": ["b"], "grades": {"b": 2}, "before": 3}'
    expect(readQuestions(`${line}\n\n{"text": "u"}\n`)).toEqual([
      { id: 'a', text: 't', category: 'EDIT', relevant: ['b'], grades: { b: 2 }, before: 3 },
      { id: 'line-3', text: 'u', relevant: [] },
    ])
  })

  it.each([
    ['{"text": "t"}\n{"text": ""}', 'Line 2, text'],
    ['{"text": "t"}\n{', 'Line 2 is not JSON'],
    ['{"text": "t"}\nplain', 'Line 2 is not JSON'],
    ['{"text": "t"}\n \n{"id": 1}', 'Line 3, id'],
    ['{"text": "t", "category": "OTHER"}', 'Line 1, category'],
    ['{"text": "t", "grades": {"a": 5}}', 'Line 1, grades.a'],
  ])('%j is refused: %s', (text, message) => expect(() => readQuestions(text)).toThrow(message))
})

describe('CSV', () => {
  it('reads quotes, line ends inside them, and labels parted by spaces', () => {
    const csv = 'id,Text,category,relevant\nq1,"a ""page"",\nbroken",edit,x-1 ;x-2;\n\nq2,plain,,\n'
    expect(readQuestions(csv)).toEqual([
      { id: 'q1', text: 'a "page",\nbroken', category: 'EDIT', relevant: ['x-1', 'x-2'] },
      { id: 'q2', text: 'plain', relevant: [] },
    ])
  })

  it('takes a number for a place of the stream and any other moment as it is written', () => {
    const csv = 'text,before\na,3\nb,shop__shop-3\nc,2026-01-02T00:00:00Z\nd,\n'
    expect(readQuestions(csv).map(({ before }) => before)).toEqual([
      3,
      'shop__shop-3',
      '2026-01-02T00:00:00Z',
      undefined,
    ])
  })

  it.each([
    // A quote inside a plain cell is a letter like any other.
    ['text,category\n5" pipe,EDIT\n', [['line-2', '5" pipe', 'EDIT']]],
    ['id,text\n1,say "no"\n', [['1', 'say "no"', null]]],
    // Blanks around a cell and around a column's name say nothing; a row of blanks is none.
    [
      'id , text\n 1 , one \n , \n2,two',
      [
        ['1', 'one', null],
        ['2', 'two', null],
      ],
    ],
    [
      'text\r\none\r\ntwo',
      [
        ['line-2', 'one', null],
        ['line-3', 'two', null],
      ],
    ],
    ['"text"\n"one, two"\n', [['line-2', 'one, two', null]]],
    // What stands above the header says nothing, and the header is no question.
    ['\r\n  \n\nid,text\n7,one\n', [['7', 'one', null]]],
    ['\n\ntext\none', [['line-4', 'one', null]]],
    // The line counts those inside quotes.
    [
      'text,id\n"a\nb",x\nc,\n',
      [
        ['x', 'a\nb', null],
        ['line-4', 'c', null],
      ],
    ],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected))

  it.each([
    ['text,category\nok,EDIT\nbad,NOPE', 'Line 3, category'],
    ['id,text\n1,"open\n2,next\n', 'line 2: a quote is never closed'],
    ['id,text\n1,fine\n2,a,b\n', 'line 3: 3 cells where the head has 2'],
    ['id,text\n1,\n', 'Line 2, text'],
  ])('%j is refused: %s', (text, message) => expect(() => readQuestions(text)).toThrow(message))
})

it('refuses nothing at all, and too much', () => {
  for (const text of ['', ' \n ', 'text,category\n', '\uFEFF'])
    expect(() => readQuestions(text)).toThrow('no question')
  expect(() => readQuestions('x\n'.repeat(20_001))).toThrow('20001 questions')
  expect(readQuestions('x\n'.repeat(20_000))).toHaveLength(20_000)
})

describe('a file', () => {
  it('is named where it is at fault', () => {
    const good = '{"id": "a", "text": "t", "relevant": [], "note": "x"}'
    expect(readQuestions(`\uFEFF${good}\r\n\n${good}\n`, 'q.jsonl')).toHaveLength(2)
    expect(() => readQuestions(`${good}\n{"id": "b"`, 'q.jsonl')).toThrow('q.jsonl:2 is not JSON')
    expect(() => readQuestions(`${good}\n\n{"id": "b", "text": 1}`, 'q.jsonl')).toThrow('q.jsonl:3, text')
  })

  it('does not take a prototype key for a grade', () => {
    const line = '{"id": "a", "text": "t", "relevant": ["__proto__"], "grades": {"__proto__": 3}}'
    expect(readQuestions(line, 'q')[0]?.relevant).toEqual(['__proto__'])
  })
})
