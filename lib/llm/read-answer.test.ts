import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkValue, jsonSchemaOf, mendWords, promptText, readAnswer } from './complete.ts'

const schema = z.strictObject({
  verdict: z.enum(['correct', 'incorrect']),
  words: z.array(z.string()).max(2),
})
const good = { verdict: 'correct', words: ['a'] }
const document = JSON.stringify(good, null, 2)

describe('the text of a model', () => {
  it.each([
    ['alone', document],
    ['in a code fence', `\`\`\`json\n${document}\n\`\`\``],
    ['in a code fence of another system', `\`\`\`json\r\n${document.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n`],
    ['in an indented fence', `  \`\`\`JSON\n${document}\n  \`\`\``],
    ['in a fence without a language', `\`\`\`\n${document}\n\`\`\`\n`],
    ['in a fence between words', `Here it is:\n\n\`\`\`json\n${document}\n\`\`\`\nAnything else?`],
    ['between words without a fence', `Sure. ${document} That is all.`],
    ['after a fence of something else', `\`\`\`python\nx = {1}\n\`\`\`\n\`\`\`json\n${document}\n\`\`\``],
    [
      'after a fence of something else, with line ends of another system',
      `\`\`\`python\r\nx = {1}\r\n\`\`\`\r\n\`\`\`json\r\n${document}\r\n\`\`\``,
    ],
    ['behind a mark of byte order', `\ufeff${document}`],
  ])('is read where the document stands %s', (_where, text) => {
    expect(readAnswer(text, schema)).toEqual({ value: good })
  })

  it.each([
    ['no document', 'I cannot say.'],
    ['half of one', document.slice(0, 20)],
    ['two in fences', `\`\`\`json\n${document}\n\`\`\`\n\`\`\`json\n${document}\n\`\`\``],
    [
      'the same one in two fences of another system',
      `\`\`\`\r\n${document}\r\n\`\`\`\r\n\`\`\`\r\n${document}\r\n\`\`\``,
    ],
    ['two between words', `Either ${document} or ${document}.`],
    ['braces the wrong way round', 'so } or { so'],
    ['nothing', ''],
  ])('with %s is refused as no JSON', (_what, text) => {
    expect(readAnswer(text, schema)).toMatchObject({ fault: { code: 'answer-not-json' } })
  })

  it('with a document of another form is refused with every place named', () => {
    const answer = readAnswer('{"verdict": "maybe", "words": ["a", "b", "c"], "extra": 1}', schema)
    expect(answer).toMatchObject({ fault: { code: 'answer-unfit' } })
    const words = 'fault' in answer ? answer.fault.words : ''
    expect(words).toMatch(/verdict: .*correct.*; words: .*2.*; the document: .*extra/)
  })

  it('is told at most six places that are wrong, and how many more there are', () => {
    const many = z.strictObject(Object.fromEntries('abcdefgh'.split('').map((name) => [name, z.number()])))
    const words = (given: object) => {
      const answer = checkValue(given, many)
      return 'fault' in answer ? answer.fault.words : ''
    }
    expect(words({})).toMatch(/^the answer does not fit the schema: a: .*; f: [^;]*; and 2 more$/)
    const six = words({ g: 1, h: 1 })
    expect(six).toMatch(/f: [^;]*$/)
    expect(six).not.toContain('more')
  })

  it('names a place in a list by its number, from 0', () => {
    const answer = checkValue({ verdict: 'correct', words: ['a', 7] }, schema)
    expect('fault' in answer && answer.fault.words).toContain('words.1: ')
  })

  it('never makes the reader throw, and what it reads fits the schema', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `\`\`\`\n${json}\n\`\`\``),
        ),
        (text) => {
          const answer = readAnswer(text, schema)
          if ('value' in answer) schema.parse(answer.value)
          else expect(answer.fault.words).not.toBe('')
        },
      ),
    )
  })
})

it('a prompt as one text holds the system text and the schema, and last what differs from request to request', () => {
  const text = promptText({
    system: 'You judge.',
    user: 'The steps.',
    schema: jsonSchemaOf(schema),
  })
  expect(text).toMatch(
    /^You judge\.\n\nAnswer with one JSON document .*\n\{"type":"object".*\}\n\nThe steps\.\n$/,
  )
})

it('what is said after an answer that cannot be used names its fault, and asks for the whole again', () => {
  expect(mendWords('words: too long')).toBe(
    'Your answer cannot be used: words: too long. Give the whole answer again, as one JSON document and nothing else.',
  )
})
