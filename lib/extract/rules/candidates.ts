import { speaks } from '../../memory/rule.ts'
import type { Step } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { mechanismsIn } from '../mechanism-lexicon.ts'
import { abstractText } from './abstract-text.ts'
import { type Plain, plainSentences } from './imperative.ts'
import { findParticulars } from './particulars.ts'
import { commentsOf, type Sentence, sentencesOf } from './sentences.ts'
import {
  CODE_LEFT,
  NAMELESS,
  OWN_WORK,
  POINTING,
  POINTLESS,
  ROUTINE,
  STARTS_WITH_POINTER,
  TRIVIAL,
} from './tables/candidate-rules.ts'

/** A sentence of a thought in the form in which it could stand in a description. */
export interface Candidate extends Plain {
  words: number
  /** Distinct words that are neither filler nor the small talk of any run. */
  content: number
  /** True when something local is still in it. */
  leaks: boolean
  /** Sum of weights of the lexicon's terms in it, at most 6. */
  mechanism: number
  /** 0 = empty of content, or a comment, 1 = plain prose; falls with replaced names, pointing words and code. */
  clarity: number
}

/** Longest sentence and longest command that are read. */
const LONGEST_SENTENCE = 600
const LONGEST_COMMAND = 20_000

/** Less is never chosen. */
export const LEAST_CLARITY = 0.45

/**
 * Gives the candidates of a step in order: sentences of the thought, then comments of the agent's own scripts, which often say
 * what a bare "let me write the fix" leaves out. Local names count as known once a step up to and with the sentence's own showed them.
 * A step is read once, however many stages look back on it.
 */
export function createCandidates(names: LocalNames): (step: Step) => Candidate[] {
  const known = new Map<Step, Candidate[]>()
  return (step) => {
    const candidates = known.get(step) ?? candidatesOf(step, names)
    known.set(step, candidates)
    return candidates
  }
}

function candidatesOf({ n: step, thought, actions }: Step, names: LocalNames): Candidate[] {
  const said = sentencesOf(thought ?? '').flatMap((s) =>
    candidatesIn(thought ?? '', s, { step, isComment: false }, names),
  )
  const commented = actions.flatMap(({ text }) =>
    commentsOf(text.slice(0, LONGEST_COMMAND)).flatMap((s) =>
      candidatesIn(text, s, { step, isComment: true }, names),
    ),
  )
  return [...said, ...commented]
}

function candidatesIn(
  text: string,
  { start, end }: Sentence,
  { step, isComment }: { step: number; isComment: boolean },
  names: LocalNames,
): Candidate[] {
  const raw = text.slice(start, end)
  if (raw.length > LONGEST_SENTENCE) return []
  const abstract = abstractText(raw, names, step + 1)
  return plainSentences(abstract.text)
    .filter((plain) => isBalanced(plain.text))
    .map((plain) => finish(nameTheTest(plain, text, start), isComment, abstract.removedCount, names))
}

/** "It must type twice" right after a sentence about a test: the test must. */
function nameTheTest(plain: Plain, text: string, start: number): Plain {
  return /^It must /.test(plain.text) &&
    /\b(?:test|reproduction)\b/.test(text.slice(Math.max(0, start - 160), start))
    ? { ...plain, text: plain.text.replace(/^It must (?:also )?/, 'The test must ') }
    : plain
}

function finish(plain: Plain, isComment: boolean, removedCount: number, names: LocalNames): Candidate {
  const words = plain.text.split(' ').length
  let clarity = 1 - 0.12 * Math.max(0, removedCount - 1) - 1.2 * Math.max(0, removedCount / words - 0.15)
  if (speaks([POINTING], plain.text)) clarity -= 0.25
  if (speaks([STARTS_WITH_POINTER], plain.text)) clarity -= 0.3
  if (/^(?:If|When|Once|Since) (?:it|this|that|so|not|yes)\b/.test(plain.text)) clarity -= 0.4
  if (/\$\w+\$|[<>]=?\s*\w+\s*[<>]/.test(plain.text)) clarity -= 0.4
  if (speaks([CODE_LEFT], plain.text.replace(/`[^`]*`/g, ''))) clarity -= 0.4
  if (speaks([OWN_WORK], plain.text)) clarity -= 0.4
  if (/\banother \w+(?: \w+)? .*\banother /.test(plain.text)) clarity -= 0.3
  if (words > 34) clarity -= 0.02 * (words - 34)
  if (words < 6) clarity -= 0.25
  if (/^["“]/.test(plain.text)) clarity -= 0.5
  if (plain.hedged) clarity -= 0.25
  const nameless = plain.text.match(NAMELESS.pattern)?.length ?? 0
  clarity -= nameless === 0 ? 0 : 0.15 * nameless - 0.05
  if (speaks([POINTLESS], plain.text)) clarity -= 0.3
  // Neither is chosen, whatever else there is to say of it, and that takes longest to find out.
  if (isComment || clarity < LEAST_CLARITY)
    return { ...plain, words, content: 0, mechanism: 0, leaks: false, clarity: 0 }
  const leaks = scanLeaks(plain.text, names.own).length
  const particulars = findParticulars(plain.text).length
  const mechanism = Math.min(
    6,
    mechanismsIn(plain.text).reduce((sum, m) => sum + m.weight, 0) +
      (/\b[A-Z]\w+(?:Error|Exception)\b/.test(plain.text) ? 1 : 0),
  )
  return {
    ...plain,
    words,
    content: contentOf(plain.text),
    mechanism,
    leaks: leaks > 0,
    clarity: clarity - 0.35 * leaks - 0.4 * particulars,
  }
}

/** Words that any run says. */
const CHATTER = new Set(
  `about above actually after again also already another anything apply attribute because before behavior behaviour being below bug case cases change changed
changes check class code confirm contents correct correctly could create current currently described directory does done each edit ensure error even every
everything exactly examine exist existing exists expected expression file files final find first fix fixed folder following from full function give gives good
have here implement implementation import instead into issue just know like line lines list located location look looks make method methods might module more
much need needed needs next only other output part possible present print problem project properly read really related relevant report reproduce reproduction
result results right run running same script search see seems should show shows simple since some something still such sure tell test tests than that their them
then there these they thing things this those through time trying understand update usage used uses using value values verify want well were what when where
whether which while will with without work working works would write your line necessary specific`
    .trim()
    .split(/\s+/),
)

function contentOf(text: string): number {
  return new Set(
    text
      .toLowerCase()
      .match(/[a-z][a-z'-]{3,}/g)
      ?.filter((word) => !CHATTER.has(word)),
  ).size
}

/** How much a sentence says: terms of the lexicon, and words beyond the small talk. */
export function richness(c: Candidate): number {
  return c.mechanism + 0.5 * Math.min(8, c.content)
}

function isBalanced(text: string): boolean {
  const count = (c: string) => text.split(c).length - 1
  return count('"') % 2 === 0 && count('`') % 2 === 0 && count('(') === count(')')
}

/** Says nothing that would not hold in any run. */
export const isTrivial = (text: string) => speaks([TRIVIAL, ROUTINE], text)

/** The item with the highest score above 0, the earlier one on a tie; null when none has any. */
export function pickBest<T>(items: readonly T[], score: (item: T) => number): T | null {
  let best: T | null = null
  let bestScore = 0
  for (const item of items) {
    const s = score(item)
    if (s > bestScore) {
      best = item
      bestScore = s
    }
  }
  return best
}
