import { expect, test } from 'vitest'
import {
  categoryLetter,
  csvLine,
  formatBytes,
  formatCount,
  formatDay,
  formatDuration,
  formatInstant,
  formatList,
  formatPercent,
  formatScore,
  plural,
  stepsWords,
} from './format.ts'

test('numbers have separators, a true minus and no break before their unit', () => {
  expect(formatCount(10412)).toBe('10,412')
  expect(formatCount(-1204)).toBe('\u22121,204')
  expect(formatScore(-0.012)).toBe('\u22120.012000')
  expect(formatPercent(0.31)).toBe('31\u00a0%')
  expect(plural(1, 'entry', 'entries')).toBe('1\u00a0entry')
  expect(plural(1204, 'entry', 'entries')).toBe('1,204\u00a0entries')
  expect(formatBytes(12_400)).toBe('12.4\u00a0kB')
})

test('dates are UTC wherever the reader is, and say their year unless it is this one', () => {
  expect(formatDay('2026-11-09T23:59:59+00:00', 2026)).toBe('9\u00a0Nov')
  expect(formatDay('2026-11-09T23:59:59+00:00', 2027)).toBe('9\u00a0Nov\u00a02026')
  expect(formatInstant('2026-11-09T23:30:00-02:00')).toBe('10\u00a0Nov\u00a02026, 01:30\u00a0UTC')
})

test('durations name two units at most', () => {
  expect(formatDuration(840)).toBe('840\u00a0ms')
  expect(formatDuration(125_000)).toBe('2\u00a0min 5\u00a0s')
  expect(formatDuration(4_320_000)).toBe('1\u00a0h 12\u00a0min')
})

test('words are listed, cells quoted, stages lettered', () => {
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c')
  expect(csvLine(['say "a, b"', 3, null])).toBe('"say ""a, b""",3,')
  expect(categoryLetter('VERIFY')).toBe('V')
  expect(categoryLetter('OTHER')).toBe('–')
})

test('a span of one step is a step', () => {
  expect(stepsWords(9, 9)).toBe('step 9')
  expect(stepsWords(9, 12)).toBe('steps 9 to 12')
})
