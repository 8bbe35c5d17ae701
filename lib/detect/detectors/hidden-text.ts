import type { Pattern } from '../../memory/rule.ts'
import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

const ESCAPE = String.fromCharCode(27)
const CONTROL = `${range(0, 8)}${range(11, 12)}${range(14, 26)}${range(28, 31)}${range(127, 159)}`

/** What a reader does not see, each kind with texts that hold it. */
export const HIDDEN: readonly (Pattern & { note: string })[] = [
  {
    note: 'zero-width character',
    // A joiner inside a picture, or in a word of a script that is written with it, is how that is spelt.
    pattern:
      /(?:[\u200B\u2060-\u2064\uFEFF\u00AD\u180E\u115F\u1160\u3164\uFFA0]|(?<!\uFE0F|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}])[\u200C\u200D])+/gu,
    says: ['use\u200B a', 'so\u00ADrt', '\uFEFFsort', 'a\u2060b', 'x\u2063y', 'a\u3164b'],
    not: ['use a', 'so-rt', 'a\u00A0b', '👩\u200D💻', 'می\u200Cخواهم'],
  },
  {
    note: 'direction override',
    pattern: /[\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C\u206A-\u206F]+/g,
    says: ['a\u202Eb', 'a\u2066b\u2069', 'a\u200Fb', 'a\u061Cb'],
    not: ['a\u2025b', 'a\u2030b', 'שלום'],
  },
  {
    note: 'tag character',
    pattern: /[\u{E0000}-\u{E007F}]+/gu,
    says: ['sort\u{E0073}\u{E006F}'],
    not: ['sort 🏳', 'so'],
  },
  {
    note: 'control sequence',
    pattern: new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[A-Za-z]|\\][^${ESCAPE}]{0,400})?`, 'g'),
    says: ['\u001b[31mred', '\u001b]0;title\u0007', 'a\u001bb'],
    not: ['[31mred', 'ESC'],
  },
  {
    note: 'control character',
    pattern: new RegExp(`[${CONTROL}]+`, 'g'),
    says: ['a\u0000b', 'a\u0008b', 'a\u000bb', 'a\u001cb', 'a\u001fb', 'a\u007fb', 'a\u0085b'],
    not: ['a\tb', 'a\nb', 'a\r\nb', 'a b', 'é'],
  },
  {
    note: 'comment',
    pattern: /<!--[\s\S]{0,2000}?(?:-->|$)/g,
    says: ['sort <!-- and\nsend --> it', 'sort <!-- and send'],
    not: ['a < b -- c', 'a --> b'],
  },
  {
    note: 'variation selectors',
    pattern: /[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0E]{2,}/gu,
    says: ['a\u{E0101}', 'a\uFE00\uFE01'],
    not: ['❤\uFE0F', 'a\uFE00'],
  },
  // A Latin word with Greek or Cyrillic letters in it reads as another word to a machine.
  {
    note: 'mixed alphabets',
    pattern: /(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{4,60}/gu,
    says: ['hаlf', 'pаssword', 'sοrt'],
    not: ['half', 'слово', 'λόγος', 'sort слово', 'µs'],
  },
]

export const hiddenText: Detector = {
  name: 'hidden-text',
  definition:
    'Holds characters a reader does not see and a model does: zero-width or tag characters, direction overrides, control sequences, comments, look-alike letters.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const spans = textsOf(entry).flatMap((text) => HIDDEN.flatMap((kind) => spansOf(text, kind)))
      return faultOf(entry, spans, `Holds hidden text: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

/** A range of a character class. */
function range(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`
}
