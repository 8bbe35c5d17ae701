import { scanLeaks } from '../../extract/leak-scan.ts'
import { isPlainWord } from '../../extract/mechanism-lexicon.ts'
import { isWellKnown } from '../../extract/well-known-names.ts'
import type { NoiseType } from '../../memory/subtask.ts'
import { type Detector, faultOf, listOf, textsOf } from '../detector.ts'

const WORDS: Partial<Record<NoiseType, string>> = {
  line: 'line number',
  instance: 'instance id',
  url: 'address',
}

/** Places of one machine or person that the abstraction's own scan leaves to this one. */
const PERSONAL: readonly { note: string; pattern: RegExp }[] = [
  { note: 'e-mail', pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g },
  { note: 'IP address', pattern: /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b/g },
  {
    note: 'host',
    pattern: /\b[a-z][a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:internal|local|corp|lan)\b/gi,
  },
  { note: 'test', pattern: /[\w./-]+::\w+(?:::\w+)*/g },
  { note: 'ticket', pattern: /\b(?!UTF|ISO|RFC|SHA|PEP|CVE|CWE|HTTP|AES|UTC|GMT|BM)[A-Z]{2,8}-\d{2,6}\b/g },
]

export const leak: Detector = {
  name: 'leak',
  title: 'Leaks',
  definition:
    'Names one run only: a path, an identifier of the repository, a line number, an instance id, a ticket, an address or a person. A later task cannot use it.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const own = entry.repo?.split(/[/_]/).at(-1) ?? null
      const names = (entry.repo ?? '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((name) => name.length > 3 && !isPlainWord(name) && !isWellKnown(name.toLowerCase()))
      const spans = textsOf(entry).flatMap(({ field, text }) => {
        const noise = scanLeaks(text, own).flatMap(({ type, start, end }) =>
          type === 'secret' ? [] : [{ field, start, end, note: WORDS[type] ?? type }],
        )
        const personal = [...PERSONAL, ...namesOf(names)]
          .flatMap(({ note, pattern }) =>
            [...text.matchAll(pattern)].map((match) => ({
              field,
              start: match.index,
              end: match.index + match[0].length,
              note,
            })),
          )
          .filter(({ start, end }) => !noise.some((span) => start < span.end && span.start < end))
        return [...noise, ...personal]
      })
      return faultOf(entry, spans, `Holds what belongs to one run: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

/** The repository's own names as whole words. */
function namesOf(names: readonly string[]): { note: string; pattern: RegExp }[] {
  return names.map((name) => ({
    note: 'name of the repository',
    pattern: new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'gi'),
  }))
}
