import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../memory/errors.ts'
import { checkJson, DEPTH_LIMIT, JsonText, MOST_VALUES, parseEmbedded, readJson } from './parse-json.ts'

function faultOf(text: string): UserError {
  try {
    readJson(text, 'run.json')
  } catch (fault) {
    if (fault instanceof UserError) return fault
    throw fault
  }
  throw new Error(`nothing was refused in ${text.slice(0, 80)}`)
}

const accepts = (text: string): boolean => {
  try {
    checkJson(text, 'x')
    return true
  } catch (fault) {
    if (fault instanceof UserError) return false
    throw fault
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the scanner before JSON.parse', () => {
  it('says where a truncated file ends, inside what, and what was expected', () => {
    const fault = faultOf('{\n  "messages": [\n    {"content": "abc')
    expect(fault).toMatchObject({ code: 'truncated-json', place: 'run.json:3:21' })
    expect(fault.message).toBe(
      'the file ends at line 3, column 21 inside messages[0].content; expected a closing quote',
    )
  })

  it.each([
    ['[1, 2', '"," or "]"'],
    ['{"a"', '":" after the name'],
    ['{"a": 1,', 'a name in quotes'],
    ['{', 'a name in quotes or "}"'],
    ['{"a": tr', '"true"'],
    ['[1.', 'a digit'],
    ['["\\u00', 'a closing quote'],
  ])('calls %s truncated and expects %s', (text, expected) => {
    expect(faultOf(text).code).toBe('truncated-json')
    expect(faultOf(text).message).toContain(`expected ${expected}`)
  })

  it('says line, column, what was expected and what was found in broken JSON', () => {
    const fault = faultOf('{\n  "role": "user" "content": 1\n}')
    expect(fault).toMatchObject({ code: 'broken-json', place: 'run.json:2:18' })
    expect(fault.message).toContain('line 2, column 18: expected "," or "}", found a quote')
  })

  it('reads NaN and Infinity, which Python writes and JSON does not know, as unknown', () => {
    const text = '{"a": NaN, "b": [-Infinity, "NaN", 1]}\n{"c":Infinity}'
    expect(readJson(text, 'run.jsonl').records.map(({ value }) => value)).toEqual([
      { a: null, b: [null, 'NaN', 1] },
      { c: null },
    ])
    expect(faultOf('{"a": NaNa}').code).toBe('broken-json')
  })

  it('refuses a file of very many small values before they are made, in one value and in lines', () => {
    const many = '{},\n'.repeat(MOST_VALUES)
    expect(faultOf(`[${many}{}]`)).toMatchObject({ code: 'too-many-values' })
    expect(faultOf('{}\n'.repeat(MOST_VALUES + 1))).toMatchObject({ code: 'too-many-values' })
  })

  it(`reads ${DEPTH_LIMIT} levels and refuses one more, however deep the rest is`, () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(readJson(nested(DEPTH_LIMIT), 'x').records).toHaveLength(1)
    expect(faultOf(nested(DEPTH_LIMIT + 1))).toMatchObject({
      code: 'too-deep',
      place: `run.json:1:${DEPTH_LIMIT + 1}`,
    })
    expect(faultOf('{"a":'.repeat(200_000)).code).toBe('too-deep')
  })

  it.each([
    ['{"info": {"__proto__": {"x": 1}}}', 'info.__proto__'],
    ['{"a": [{}, {"\\u005f_proto__": 1}]}', 'a[1].__proto__'],
    ['{"constructor": {"prototype": {}}}', 'constructor.prototype'],
  ])('refuses %s and names the path %s', (text, path) => {
    const fault = faultOf(text)
    expect(fault.code).toBe('forbidden-key')
    expect(fault.message).toContain(`"${path}"`)
  })

  it('lets "constructor" and "prototype" pass where they harm nothing', () => {
    expect(accepts('{"constructor": {"args": 1}, "prototype": {"constructor": 2}, "a": "__proto__"}')).toBe(
      true,
    )
  })

  it('accepts exactly what JSON.parse accepts, on random text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.5',
      'e9',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      '\u0001',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
        (text) => {
          expect(accepts(text)).toBe(isJson(text))
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('accepts every value that JSON.stringify writes, and reads it back', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        if (/__proto__|prototype/.test(text)) return
        expect(readJson(text, 'x').records[0]?.value).toEqual(JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses every cut of a document as truncated, never as something else', () => {
    const whole = JSON.stringify({ a: [1.5, -2e-3, true, null, 'é\n"'], b: { c: {} } })
    for (let length = 1; length < whole.length; length++)
      expect(faultOf(whole.slice(0, length)).code).toBe('truncated-json')
  })
})

describe('JSON Lines', () => {
  it('reads one record a line, blank lines and leading comments left out', () => {
    const document = readJson('// from a gist\n{"a": 1}\n\n{"a": 2}\r\n{"a": 3}', 'x.jsonl')
    expect(document).toMatchObject({ isLines: true, commentCount: 1, truncatedLine: null })
    expect(document.records).toEqual([
      { line: 2, value: { a: 1 } },
      { line: 4, value: { a: 2 } },
      { line: 5, value: { a: 3 } },
    ])
  })

  it('keeps the lines before a last one that is still being written, and says which', () => {
    const document = readJson('{"a": 1}\n{"a": 2}\n{"a": "th', 'x.jsonl')
    expect(document.records).toHaveLength(2)
    expect(document.truncatedLine).toBe(3)
  })

  it('names the line of a broken record in the middle', () => {
    expect(faultOf('{"a": 1}\n{"a" 2}\n{"a": 3}')).toMatchObject({
      code: 'broken-json',
      place: 'run.json:2:6',
    })
  })

  it('parses no more lines than were asked for, and none of them twice', () => {
    const json = new JsonText('{"a":1}\n2\n3\nbroken', 'x')
    const [first] = json.sample(2, 400)
    expect(json.sample(2, 400)).toHaveLength(2)
    expect(json.lines()).toHaveLength(4)
    expect(json.lines()[0]?.value).toBe(first?.value)
  })
})

describe('JSON inside a field', () => {
  it('is read, and is null when it is none or when it is hostile', () => {
    expect(parseEmbedded('{"command": "ls"}\n')).toEqual({ command: 'ls' })
    expect(parseEmbedded('{"command": ')).toBeNull()
    expect(parseEmbedded('{"__proto__": {}}')).toBeNull()
  })
})
