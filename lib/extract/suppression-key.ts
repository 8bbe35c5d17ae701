import { createHash } from 'node:crypto'
import type { Category } from '../memory/category.ts'
import type { Experience } from '../memory/entry.ts'
import { wordsOf } from './mechanism-lexicon.ts'

const FILLER = new Set(
  'a an the of to in on at for and or with by from that this it its is are be was were as so you your'.split(
    ' ',
  ),
)

/**
 * Key of what an entry says (category, do, because; not its title or source), so that a retired lesson is recognised when it
 * is imported again. Case, punctuation, plural s, filler words and word order do not matter. 32 hex characters.
 */
export function suppressionKey(category: Category, experience: Pick<Experience, 'do' | 'because'>): string {
  const words = (text: string) =>
    [...new Set([...wordsOf(text), ...wordsBeyondLatin(text)].filter((word) => !FILLER.has(word)))]
      .sort()
      .join(' ')
  return createHash('sha256')
    .update(`${category}\n${words(experience.do)}\n${words(experience.because)}`)
    .digest('hex')
    .slice(0, 32)
}

/** Words without a Latin letter or a digit, which the lexicon's words leave out: else all lessons in such a script would be one. */
function wordsBeyondLatin(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  return words.filter((word) => !/[a-z]/.test(word))
}
