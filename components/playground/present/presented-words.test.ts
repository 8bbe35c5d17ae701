import { expect, it } from 'vitest'
import { presentedWords } from './presented-words.ts'

it('a room reads the first line of an issue, and that there is more', () => {
  expect(presentedWords('  Login Timeout  shows a wrong time\n\nSteps: set 30 minutes.\nExpected: 30.')).toBe(
    'Login Timeout shows a wrong time …',
  )
  expect(presentedWords('\nLogin Timeout\r\nSteps:')).toBe('Login Timeout …')
  expect(presentedWords('Login Timeout.\n')).toBe('Login Timeout.')
  expect(presentedWords('')).toBe('')
})

it('a long line is cut between words and without a stop before the dots', () => {
  const sentence = 'The banner says 30 minutes.'
  const words = presentedWords(Array.from({ length: 20 }, () => sentence).join(' '))
  expect(words).toBe(
    `${Array.from({ length: 5 }, () => sentence)
      .join(' ')
      .slice(0, -1)} …`,
  )
  expect(presentedWords('x'.repeat(900))).toBe(`${'x'.repeat(140)} …`)
})
