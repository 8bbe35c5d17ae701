import fc from 'fast-check'
import { expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

const marked = (texts: string[], ...wanted: string[]) =>
  snippetOf(texts, wanted)
    ?.map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

it('marks a word by its beginning, without case and accents, in the text as it is written', () => {
  expect(marked(['Der Schlüssel der Zeile'], 'schlus')).toBe('Der [Schlüssel] der Zeile')
  expect(marked(['keyset, KEYS and monkey'], 'key')).toBe('[keyset], [KEYS] and monkey')
})

it('takes the fragment that holds the most different words, and says what was cut', () => {
  const far = `lock ${'a '.repeat(20)}lock and timeout ${'b '.repeat(20)}`.trim()
  const told = marked([far], 'lock', 'timeout')
  expect(told).toContain('[lock] and [timeout]')
  expect(told).toMatch(/^… .* …$/)
})

it('is null where no word occurs or none is wanted', () => {
  expect(snippetOf(['the cursor'], ['lock'])).toBeNull()
  expect(snippetOf(['the cursor'], ['', ' - '])).toBeNull()
  expect(snippetOf([], ['lock'])).toBeNull()
})

it('only ever cuts: without its ellipses a fragment is part of one text, and what it marks begins as wanted', () => {
  const word = fc.constantFrom('lock', 'Löck', 'locks', 'page', 'PAGE', 'x', 'naïve', '…', '(a)', '\n')
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), fc.array(word, { maxLength: 3 }), (texts, wanted) => {
      const found = snippetOf(texts, wanted)
      if (found === null) return
      expect(found.some(({ match }) => match)).toBe(true)
      const whole = found.map((piece) => piece.text).join('')
      const isPart = (part: string) => texts.some((one) => one.includes(part))
      const cuts = [whole, whole.slice(2), whole.slice(0, -2), whole.slice(2, -2)]
      expect(cuts.some(isPart)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
