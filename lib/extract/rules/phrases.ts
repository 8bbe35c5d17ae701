import { isWellKnown } from '../well-known-names.ts'
import { capital, shorten } from './imperative.ts'

const MAX_TITLE_WORDS = 12

/** With a capital and one full stop. */
export function sentence(text: string): string {
  return `${capital(text.replace(/[.\s]+$/, '').replace(/,? (?:even|and|but|or|so|including|such as)$/, ''))}.`
}

const PROPER =
  /^(?:Python|Django|Numpy|Git|Linux|Windows|Unicode|English|Lisbon|Berlin|Denver|Tokyo|Auckland|Honolulu|January|Monday|Git\w+)$/

/** For the inside of a sentence: small first letter, unless the word is a name. */
export function lower(text: string): string {
  const first = text.split(/[^\w']/)[0] ?? ''
  return (/^[A-Z][a-z']+$/.test(first) || first === 'A') &&
    (!isWellKnown(first) || /^(?:Any|Set|List|Type|Union)$/.test(first)) &&
    !PROPER.test(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** Without the condition or purpose in front. */
function mainClause(text: string): string {
  const rest = text.replace(
    /^(?:to|in order to|if|when|since|because|once|before|after|while|as|for|with|in|however) [^,]+, (?!and |or |but )/i,
    '',
  )
  return rest.split(' ').length < 4 || /^(?:it|this|that|they|the (?:rest))\b/i.test(rest)
    ? text
    : capital(rest)
}

/** Where a sentence falls in two parts, the first of which can stand alone. */
const STRONG_BREAK =
  /[,;]? (?:because|so that|since|whereas|although|but|instead of|rather than|unless|e\.g\.)\b|[;:] | — |, (?:so|which|where|while|then|including|as|even|when|if|to|and) | \(/gi
const WEAK_BREAK =
  /,? (?:which|where|while|when|if|until|before|after|without|as|to|and|or|so|for|in which)\b/gi
const OPEN_END =
  /(?:^| )(?:the|a|an|of|to|in|for|and|or|with|by|from|that|is|are|if|when|as|at|its|be|which|not|another|whether|both|only|than|into|both ends|same|this|these|also|either|case|cases|see|may|can|could|should|would|will|must|you|try|assert|ensure|ensures|suggest|suggests)$/i

/** "Write a test to confirm that X": the title is X. */
const WRAPPING =
  /^(?:create|write|modify|update|run|add|make|build) (?:an?|the) (?:[a-z-]+ ){0,3}(?:script|test|case|tests)(?: case)? (?:to|that|which) (?:confirms?|verify|verifies|checks?|see|shows?|demonstrates?|reproduces?|tests?) (?:that|if|whether) (?=[a-z])/i

/** At most 12 words that are a whole phrase: the main clause, cut only where a clause ends; null when none is to be had. */
export function titleOf(text: string): string | null {
  const plain = text.replace(/\.$/, '')
  for (const whole of [mainClause(plain.replace(WRAPPING, '')), mainClause(plain), plain]) {
    const short = cutAtClause(whole)
    if (short !== null) return capital(short)
  }
  const short = shorten(mainClause(text), MAX_TITLE_WORDS)
  return short === null || OPEN_END.test(short) || short.includes(', ') || !isBalanced(short)
    ? null
    : capital(short)
}

function cutAtClause(text: string): string | null {
  if (countWords(text) <= MAX_TITLE_WORDS) return text
  if (/^(?:if|when|since|because|once|before|after|while|as|for|to|in|with)\b/i.test(text)) return null
  for (const breaks of [STRONG_BREAK, WEAK_BREAK]) {
    const cuts = [...text.matchAll(breaks)].map((m) => ({ cut: text.slice(0, m.index), joint: m[0] }))
    const fitting = cuts.filter(({ cut, joint }) => {
      const n = countWords(cut)
      const isList =
        / (?:and|or)\b/.test(joint) &&
        (cut.includes(', ') || cut.includes(': ') || /\b(?:both|either|between)\b/i.test(cut))
      return (
        n >= (breaks === WEAK_BREAK ? 5 : 4) &&
        !/\d$|^when\b/i.test(cut) &&
        n <= MAX_TITLE_WORDS &&
        !OPEN_END.test(cut) &&
        isBalanced(cut) &&
        !isList
      )
    })
    const last = fitting.at(-1)
    if (last !== undefined) return last.cut.replace(/[\s,;:(]+$/, '')
  }
  return null
}

/** The first words up to the limit, for texts that no clause divides. */
export function firstWords(text: string, max = MAX_TITLE_WORDS): string {
  const words = text.replace(/\.$/, '').split(' ').slice(0, max)
  while (words.length > 3 && OPEN_END.test(` ${words.at(-1)}`)) words.pop()
  const phrase = words.findLastIndex(
    (word, i) =>
      i >= 4 &&
      /^(?:in|for|with|by|from|on|at|of|to|into|inside|via|through|when|if|that|and|or)$/i.test(word),
  )
  const whole = text.split(' ').length > max && phrase >= 4 ? words.slice(0, phrase) : words
  while (whole.length > 3 && OPEN_END.test(` ${whole.at(-1)}`)) whole.pop()
  const short = whole.join(' ').replace(/[\s,;:(]+$/, '')
  // An opened quote or bracket that the cut leaves open goes with what it opened.
  return isBalanced(short)
    ? short
    : short.replace(/\s*(?:\([^()]*|["`][^"`]*)$/, '').replace(/ (?:means|is|are|says?)$/, '')
}

function countWords(text: string): number {
  return text.split(' ').length
}

function isBalanced(text: string): boolean {
  const count = (c: string) => text.split(c).length - 1
  return count('"') % 2 === 0 && count('`') % 2 === 0 && count('(') === count(')')
}
