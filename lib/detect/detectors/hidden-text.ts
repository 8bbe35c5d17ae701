import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

const ESCAPE = String.fromCharCode(27)
const CONTROL = `${range(0, 8)}${range(11, 12)}${range(14, 26)}${range(127, 159)}`

const HIDDEN: readonly { note: string; pattern: RegExp }[] = [
  { note: 'zero-width character', pattern: /[\u200B-\u200D\u2060\uFEFF\u00AD\u180E]+/g },
  { note: 'direction override', pattern: /[\u202A-\u202E\u2066-\u2069\u061C]+/g },
  { note: 'tag character', pattern: /[\u{E0000}-\u{E007F}]+/gu },
  {
    note: 'control sequence',
    pattern: new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[A-Za-z]|\\][^${ESCAPE}]{0,400})?`, 'g'),
  },
  { note: 'control character', pattern: new RegExp(`[${CONTROL}]+`, 'g') },
  { note: 'comment', pattern: /<!--[\s\S]{0,2000}?(?:-->|$)/g },
  { note: 'variation selectors', pattern: /[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0E]{2,}/gu },
  // A Latin word with Greek or Cyrillic letters in it reads as another word to a machine.
  {
    note: 'mixed alphabets',
    pattern: /(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{4,60}/gu,
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
