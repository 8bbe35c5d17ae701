import { expect, it } from 'vitest'
import { escapeRare, showControls } from './shown-controls.ts'

const CLIPBOARD = '\u001b]52;c;ZXZpbA==\u0007'

it('shows every sequence that a terminal would obey, and keeps lines and tabs', () => {
  const shown = showControls(`a\tb\n${CLIPBOARD}\u009b31mred\u202etxt.exe\u007f\r`)
  expect(shown).toBe('a\tb\n␛]52;c;ZXZpbA==␇\\u009b31mred\\u202etxt.exe\\u007f␍')
  expect(showControls('Größe 東京 👩‍🚀')).toBe('Größe 東京 👩‍🚀')
})

it('leaves a JSON document the same document', () => {
  const value = { text: `${CLIPBOARD}\u009b31m\u202e\u007f` }
  const written = escapeRare(JSON.stringify(value))
  expect(JSON.parse(written)).toEqual(value)
  expect(showControls(written)).toBe(written)
})
