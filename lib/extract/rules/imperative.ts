import { type Pattern, type Rewrite, rewritten } from '../../memory/rule.ts'
import { isWellKnown } from '../well-known-names.ts'
import {
  ADVERBS,
  ANNOUNCES,
  BARE,
  CHOICE,
  CODE_LEFT_OUT,
  COLON,
  CONSEQUENCE,
  CUTS,
  DANGLING,
  EMPTY_ORDER,
  FIRST_PERSON,
  FRAGMENT,
  FRAME,
  HEDGE,
  HEDGED_FRAME,
  LEAD,
  OPENINGS,
  OPENS_CODE,
  ORDER,
  PAST_I,
  SECOND_PERSON,
  YOU_SHOULD,
} from './tables/sentence-rules.ts'

/** A sentence freed of chatter, and what kind of statement it is. */
export interface Plain {
  text: string
  mood: 'imperative' | 'statement'
  /** Said with doubt ("maybe", "it seems"). */
  hedged: boolean
}

/** A sentence that says a fact and then what follows from it, as two: "X is Y, so I change Z". One item when it does not. */
export function plainSentences(sentence: string): Plain[] {
  const split = CONSEQUENCE.pattern.exec(sentence)
  if (split !== null && split.index > 20) {
    const fact = plainSentence(sentence.slice(0, split.index))
    const action = plainSentence(sentence.slice(split.index + split[0].length - (split[1] ?? '').length))
    if (action?.mood === 'imperative') return fact === null ? [action] : [fact, action]
  }
  const tail = afterColon(without(sentence, LEAD))
  if (tail !== null) return [tail]
  const whole = plainSentence(sentence)
  return whole === null ? [] : [whole]
}

/** What follows "The fix is simple:", or an order behind any colon: "The remedy is a total order: add a unique column". */
function afterColon(sentence: string): Plain | null {
  const colon = COLON.pattern.exec(sentence)
  const head = colon?.[1]
  if (colon === null || head === undefined || has(CHOICE, head)) return null
  const rest = sentence.slice(colon[0].length)
  const plain = plainSentence(rest)
  if (plain === null) return null
  if (has(ORDER, rest)) return { ...plain, mood: 'imperative' }
  return has(ANNOUNCES, head) ? plain : null
}

/** Rewrites an abstracted sentence to the imperative or a plain statement; null when only chatter is left. */
export function plainSentence(sentence: string): Plain | null {
  const said = sentence.replace(/[’]/g, "'").replace(/\s+/g, ' ').trim()
  if (/\?\s*$/.test(said) || has(OPENS_CODE, said)) return null
  const freed = withoutChatter(said.replace(/:\s*$/, '.'))
  const order = orderIn(freed.text)
  const isOrder = order !== null || has(BARE, freed.text) || has(ORDER, freed.text)
  const bare = order ?? freed.text
  if ((isOrder && has(EMPTY_ORDER, bare)) || has(PAST_I, bare)) return null

  const toReader = rewritten(SECOND_PERSON, bare)
  const isAdvice = !isOrder && has(YOU_SHOULD, toReader)
  const told = isAdvice ? without(toReader, YOU_SHOULD) : toReader
  const mood = isOrder || isAdvice ? 'imperative' : 'statement'
  if (has(FIRST_PERSON, told) || (mood === 'statement' && has(FRAGMENT, told))) return null

  const text = without(told.replace(/[\s,;:—–-]+$/, '').replace(/^[\s,;:—–-]+/, ''), CODE_LEFT_OUT)
  if (text.split(' ').length < 4) return null
  return { text: endSentence(capital(text)), mood, hedged: freed.hedged || has(HEDGE, said) }
}

/** Without the words at its start that carry nothing, however many follow each other. */
function withoutChatter(said: string): { text: string; hedged: boolean } {
  let text = said
  let hedged = false
  for (let round = 0; round < 6; round += 1) {
    const before = text
    text = rewritten([LEAD, FRAME], text)
    if (has(HEDGED_FRAME, text)) hedged = true
    text = without(text, HEDGED_FRAME)
    if (text === before) break
  }
  return { text, hedged }
}

/** The order that a sentence announces, without the announcement; null when it announces none. */
function orderIn(text: string): string | null {
  const opening = OPENINGS.find((one) => one.pattern.test(text))
  if (opening === undefined) return null
  if (!opening.thenAdverbs) return without(text, opening)
  const announced = opening.pattern.exec(text)?.[0] ?? ''
  return without(announced, opening) + without(text.slice(announced.length), ADVERBS)
}

function has({ pattern }: Pick<Pattern, 'pattern'>, text: string): boolean {
  return pattern.test(text)
}

function without(text: string, { pattern, becomes }: Rewrite): string {
  return text.replace(pattern, becomes)
}

/** First letter large, unless the sentence opens with code. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
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

function endSentence(text: string): string {
  return /[.!]$/.test(text) ? text.replace(/!+$/, '.') : `${text}.`
}

/** The sentence without its last clauses, so that at most `maxWords` words stay; null when no cut makes it short enough. */
export function shorten(text: string, maxWords: number): string | null {
  let current = text.replace(/\.$/, '')
  const count = (t: string) => t.split(' ').length
  if (count(current) <= maxWords) return current
  for (const cut of CUTS) {
    for (let guard = 0; count(current) > maxWords && guard < 6; guard += 1) {
      const next = without(current, cut)
      if (next === current || count(next) < 4 || has(DANGLING, next)) break
      current = next
    }
  }
  return count(current) > maxWords ? null : current.replace(/[\s,;:—–-]+$/, '')
}
