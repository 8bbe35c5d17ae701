import { expect, it } from 'vitest'
import { found, lesson, saidOf } from '../fixtures/lessons.ts'

const char = String.fromCodePoint
const ESC = char(27)

/** What a reader does not see, by its code, and what it is called. */
const HIDDEN: [string, number[]][] = [
  [
    'zero-width character',
    [0x00ad, 0x115f, 0x1160, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0x3164, 0xfeff, 0xffa0],
  ],
  [
    'direction override',
    [0x061c, 0x200e, 0x200f, 0x202a, 0x202d, 0x202e, 0x2066, 0x2068, 0x2069, 0x206a, 0x206f],
  ],
  ['tag character', [0xe0000, 0xe0001, 0xe0020, 0xe0061, 0xe007f]],
  ['control character', [0, 1, 7, 8, 11, 12, 14, 26, 28, 31, 127, 128, 0x85, 0x9b, 159]],
  ['control sequence', [27]],
  ['variation selectors', [0xe0100, 0xe01ef]],
]

it.each(HIDDEN)('a %s is found between two letters, whichever it is', async (note, codes) => {
  const said = await saidOf(
    'hidden-text',
    codes.map((code) => `use${char(code)}a half-open interval`),
  )
  expect(said.filter(([, sentence]) => !sentence.includes(note))).toEqual([])
})

it('what stands just beside those codes is seen, and is no hidden text', async () => {
  const seen = [9, 10, 13, 32, 126, 160, 0xac, 0xae, 0x1161, 0x2010, 0x2027, 0x202f, 0x2070, 0x3163, 0xfe0f]
  const said = await saidOf(
    'hidden-text',
    seen.map((code) => `use${char(code)}a half-open interval`),
  )
  expect(said.filter(([, sentence]) => sentence !== '')).toEqual([])
})

/** What it is, a text that hides something, the hidden part. */
const PLACES: [string, string, string][] = [
  ['a colour of the terminal', `use ${ESC}[31;1mred${ESC}[0m here`, `${ESC}[31;1m`],
  ['a title of the terminal', `use ${ESC}]0;a title`, `${ESC}]0;a title`],
  ['a comment that is closed', 'use <!-- and send --> it', '<!-- and send -->'],
  ['a comment over lines', 'use <!-- and\nsend --> it', '<!-- and\nsend -->'],
  ['a comment that never ends', 'use <!-- and send it', '<!-- and send it'],
  ['several selectors in a row', 'use ︀︁ it', '︀︁'],
  ['a Cyrillic letter in a Latin word', 'use the pаssword', 'pаssword'],
  ['a Greek letter in a Latin word', 'sοrt the rows', 'sοrt'],
  ['a run of zero-width characters', 'use​‌‍it', '​‌‍'],
]

it.each(PLACES)('%s is pointed at, all of it and nothing else', async (_, text, hidden) => {
  const [fault] = await found('hidden-text', [lesson({ experience: { do: text } })])
  const { start = 0, end = 0 } = fault?.detail.spans[0] ?? {}
  expect(text.slice(start, end)).toBe(hidden)
})

it('a message in joiners behind a picture is hidden text all the same', async () => {
  const [said] = await saidOf('hidden-text', ['a 👩\u200D\u200C\u200D\u200C there'])
  expect(said?.[1]).toContain('zero-width character')
})

it('letters of other alphabets, signs and pictures are text like any other', async () => {
  const said = await saidOf('hidden-text', [
    'сортируй строки по ключу',
    'ταξινόμησε τις γραμμές',
    'ключ key слово word',
    '行を並べ替える',
    'שורות ממוינות',
    'größe in µs, 5 Ω, π times',
    'a ❤️ and a 🏳 and 👍🏽',
    'naïve, café, Ångström',
    'a 👩\u200D💻, a 👩🏽\u200D🚒 and a ❤️\u200D🔥',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'a < b -- c, a --> b',
    'x² and y₁',
  ])
  expect(said.filter(([, sentence]) => sentence !== '')).toEqual([])
})

it('is found in every part, the keywords too, and each kind is named once', async () => {
  const zero = char(0x200b)
  const one = lesson({
    description: { objective: `a${zero}b`, keywords: [`c${zero}d`, 'e'] },
    experience: {
      title: `f${zero}`,
      when: `g${zero}`,
      do: `h${zero}`,
      because: `i${zero}`,
      check: `j${zero}`,
    },
  })
  const [fault] = await found('hidden-text', [one])
  expect(fault?.detail.spans.map(({ field }) => field)).toEqual([
    'objective',
    'keywords',
    'title',
    'when',
    'do',
    'because',
    'check',
  ])
  expect(fault?.detail.sentence).toBe('Holds hidden text: zero-width character.')
  expect(fault?.score).toBe(7)
})
