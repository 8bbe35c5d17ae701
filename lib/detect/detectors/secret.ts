import { findSecrets } from '../../extract/secret-scan.ts'
import { type Detector, faultOf, listOf, textsOf } from '../detector.ts'

export const secret: Detector = {
  name: 'secret',
  title: 'Secrets',
  definition:
    'Holds what has the shape of a key, a token or a password, in plain text or one layer of base64 or percent-encoding deep, or a word that mixes letters, digits and signs as passwords do.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const spans = textsOf(entry).flatMap(({ field, text }) =>
        secretsIn(text).map(({ kind, start, end }) => ({
          field,
          start,
          end,
          note: kind,
        })),
      )
      return faultOf(entry, spans, `Looks like a secret: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

/** Everything in a text that looks like a secret, by offsets. */
export function secretsIn(text: string): { kind: string; start: number; end: number }[] {
  return [...findSecrets(text), ...encodedSecrets(text), ...randomWords(text)]
}

function encodedSecrets(text: string): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = []
  for (const match of text.matchAll(
    /[A-Za-z0-9+/]{24,2000}={0,2}|[\w.~:/?&=-]*(?:%[0-9A-Fa-f]{2}[\w.~:/?&=-]*){1,400}/g,
  )) {
    const [word] = match
    const plain = word.includes('%') ? percentDecoded(word) : Buffer.from(word, 'base64').toString('latin1')
    if (plain === null || !/^[\x20-\x7e\s]{12,}$/.test(plain)) continue
    for (const { kind } of findSecrets(plain))
      found.push({ kind: `${kind}, encoded`, start: match.index, end: match.index + word.length })
  }
  return found
}

/** A word of 10 or more characters that mixes small, capital, digit and sign, and is no code: prose has no such words. */
function randomWords(text: string): { kind: string; start: number; end: number }[] {
  return [...text.matchAll(/(?<=^|[\s"'`(:=])[A-Za-z0-9!@#$%^&*+=~_-]{10,80}(?=$|[\s"'`),.;])/g)].flatMap(
    (match) => {
      const word = match[0]
      const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+=~_-]/].every((kind) => kind.test(word))
      if (!isMixed || /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+$/.test(word) || findSecrets(word).length > 0)
        return []
      return [{ kind: 'a random word', start: match.index, end: match.index + word.length }]
    },
  )
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
