import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSI_COLORS, parseAnsi, stripAnsi } from './ansi.ts'

test('a red word is a red piece and the rest stays plain', () => {
  expect(parseAnsi('1 passed, \u001b[31m1 failed\u001b[0m in 0.8s')).toEqual([
    { text: '1 passed, ', color: null },
    { text: '1 failed', color: 'red' },
    { text: ' in 0.8s', color: null },
  ])
})

test('bright, bold and 256-colour forms come down to the eight colours', () => {
  expect(parseAnsi('\u001b[1;92mok\u001b[m')).toEqual([{ text: 'ok', color: 'green' }])
  expect(parseAnsi('\u001b[38;5;4mblue\u001b[39m')).toEqual([{ text: 'blue', color: 'blue' }])
  expect(parseAnsi('\u001b[38;2;255;0;0mtrue colour')).toEqual([{ text: 'true colour', color: null }])
})

test('moving the cursor, clearing the screen, titles and links in the terminal leave nothing behind', () => {
  expect(
    stripAnsi(
      'a\u001b[2J\u001b[1;1Hb\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u001b]8;;\u001b\\e\u001bMf',
    ),
  ).toBe('abcdef')
})

test('carriage returns and other control characters are dropped, line breaks and tabs stay', () => {
  expect(stripAnsi('a\r\nb\tc\u0000\u0008\u009b31md')).toBe('a\nb\tcd')
})

test('markup is text', () => {
  expect(parseAnsi('<img src=x onerror=alert(1)>')).toEqual([
    { text: '<img src=x onerror=alert(1)>', color: null },
  ])
})

test('no output ever holds an escape, and colours come from the whitelist', () => {
  const noisy = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b', '\u001b[', '31', 'm', ';', '\u001b]', '\u0007', '\u009b', '\u001b[38;5;'),
    ),
  )
  fc.assert(
    fc.property(noisy, (parts) => {
      for (const piece of parseAnsi(parts.join(''))) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the promise.
        expect(piece.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
        expect([null, ...ANSI_COLORS]).toContain(piece.color)
      }
    }),
  )
})
