import { expect, it } from 'vitest'
import { cut } from './cut.ts'

it('leaves a short text as it is', () => {
  expect(cut('a\nb', 10)).toBe('a\nb')
})

it('keeps whole lines of beginning and end and counts what is between', () => {
  const text = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
  const shown = cut(text, 60, 0.5)
  expect(shown.split('\n').slice(0, 2)).toEqual(['line 0', 'line 1'])
  expect(shown.split('\n').at(-1)).toBe('line 99')
  const [, lines, characters] = /\[… (\d+) lines, (\d+) characters left out …\]/.exec(shown) ?? []
  expect(Number(lines)).toBe(100 - (shown.split('\n').length - 1))
  expect(text.length - Number(characters)).toBeLessThanOrEqual(60)
})

it('cuts within a line that is too long by itself, never through a pair', () => {
  const shown = cut('😀'.repeat(500), 101, 0.5)
  expect(shown).toContain('[… 1 lines,')
  expect(shown.isWellFormed()).toBe(true)
  expect(shown.length).toBeLessThan(160)
})
