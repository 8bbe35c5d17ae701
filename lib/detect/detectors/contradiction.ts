import { wordsOf } from '../../extract/mechanism-lexicon.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Pattern } from '../../memory/rule.ts'
import { dot } from '../../memory/similarity.ts'
import { breathe, type Detector, type Fault } from '../detector.ts'

/** How close two descriptions must be to speak of the same thing, and how many telling words their advice must share. Ours. */
const SAME_MATTER_FROM = 0.5
const SHARED_FROM = 0.3
/** Share of the telling words of the shorter situation that both have, and their fewest number, to be one situation; and most that the advice then may share. Ours. */
const SAME_SITUATION_FROM = 0.7
const FEWEST_SITUATION_WORDS = 4
const OTHER_ADVICE_TO = 0.5
const NEAR_MATTER_FROM = 0.3
/** Pairs looked at, some 15 s on one core, and pairs kept; what lies beyond is not compared. Ours. */
const MOST_COMPARED = 12_000_000
const MOST_KEPT = 5_000
/** Says that a run failed, which is no situation by itself. */
export const FAILURE: Pattern = {
  pattern: /\b(?:a|the) (?:run|test|check|script|command)s? (?:fails?|failed|ends?|ended)\b[^.;]*/gi,
  says: ['a run fails with a KeyError', 'the tests ended early'],
  not: ['a run is long', 'rows fail'],
}

/** Words that turn advice round. */
export const NEGATION: Pattern = {
  pattern:
    /\b(?:not|never|no|avoid|without|don't|doesn't|shouldn't|mustn't|cannot|stop|refrain|instead of|rather than)\b/gi,
  says: ['do not sort', 'avoid a lock', 'sort instead of filter', 'cannot wait'],
  not: ['note it', 'another row', 'sort'],
}

/** Telling words after an opposite that say of what it is. Ours. */
const NEAR = 3
/** Pairs that advise opposite things when one side says the one and the other side the other. */
export const OPPOSITES: readonly [string, string][] = [
  ['inclusive', 'exclusive'],
  ['include', 'exclude'],
  ['before', 'after'],
  ['first', 'last'],
  ['ascending', 'descending'],
  ['aware', 'naive'],
  ['local', 'utc'],
  ['copy', 'share'],
  ['copied', 'shared'],
  ['early', 'late'],
  ['open', 'close'],
  ['enable', 'disable'],
  ['add', 'remove'],
  ['raise', 'swallow'],
  ['propagate', 'suppress'],
  ['escape', 'unescape'],
  ['keep', 'drop'],
  ['keep', 'discard'],
  ['keep', 'remove'],
  ['mutable', 'immutable'],
  ['strict', 'lenient'],
  ['safe', 'unsafe'],
  ['necessary', 'unnecessary'],
  ['needed', 'unneeded'],
  ['synchronous', 'asynchronous'],
  ['explicit', 'implicit'],
  ['character', 'byte'],
  ['round', 'truncate'],
  ['increase', 'decrease'],
  ['once', 'every'],
  ['global', 'local'],
  ['inside', 'outside'],
]

/** What is asked about, built or repaired is a state of things: to deny something in it is no advice against that. Nor is an aside or a condition. */
export const STATED: Pattern = {
  pattern:
    /^(?:if|when|whenever|unless) [^,]*,|\b(?:whether|the cases? (?:in|for|where)(?: which)?|this (?:case|fault):|the case that is left out:)(?= )[^;]*|\([^()]*\)/gi,
  says: [
    'If the page is empty, stop',
    'check whether it is sorted',
    'the case in which it is not read',
    'sort (not filter)',
    'look for this fault: it is not read',
  ],
  not: ['sort the rows', 'stop if it is empty', 'the case'],
}
/** Two questions about one situation can both be asked. */
export const QUESTION: Pattern = {
  pattern: /^(?:check (?:whether|if)|look (?:for|at|into)|find|trace|examine|investigate|compare|search)\b/i,
  says: ['Check whether it is sorted', 'look for the loss', 'compare the pages', 'Trace the call'],
  not: ['sort the pages', 'check that it is sorted', 'look up the row'],
}

const FILLER = new Set(
  'the a an and or of to in on at for with by from that this it is are be as when where which one two so then than into its they them use make what not never no avoid without'.split(
    ' ',
  ),
)

export const contradiction: Detector = {
  name: 'contradiction',
  definition: `Two entries of one category that cannot both be followed: the same situation in nearly the same words with different advice; or the same matter (descriptions with cosine ${SAME_MATTER_FROM} or more, shared words in the advice) where one denies what the other says, or one word stands against its opposite, before a word that both share. Reads words, not meaning.`,
  async find({ entries, descriptionVectors }) {
    const advice = entries.map(adviceOf)
    const faults: Fault[] = []
    let compared = 0
    for (const [newer, entry] of entries.entries()) {
      if (compared > MOST_COMPARED || faults.length > MOST_KEPT)
        return {
          faults,
          stoppedBecause: `Stopped at ${faults.length.toLocaleString('en')} found in ${compared.toLocaleString('en')} pairs; the newest ${(entries.length - newer).toLocaleString('en')} entries were not compared.`,
        }
      const vector = descriptionVectors[newer]
      const mine = advice[newer]
      if (!vector || !mine) continue
      for (let older = 0; older < newer; older++) {
        const other = entries[older]
        const theirs = advice[older]
        const otherVector = descriptionVectors[older]
        if (!other || !theirs || !otherVector || other.category !== entry.category) continue
        compared++
        // Words first: they settle nearly every pair, and cost less than the vectors.
        const alike = overlap(mine.words, theirs.words)
        const opposed = alike >= SHARED_FROM ? disagreement(mine, theirs) : null
        const hasOtherAdvice =
          !mine.isQuestion &&
          !theirs.isQuestion &&
          alike <= OTHER_ADVICE_TO &&
          Math.min(mine.situation.size, theirs.situation.size) >= FEWEST_SITUATION_WORDS &&
          overlap(mine.situation, theirs.situation) >= SAME_SITUATION_FROM
        if (opposed === null && !hasOtherAdvice) continue
        const closeness = dot(vector, otherVector)
        const against = closeness >= SAME_MATTER_FROM ? opposed : null
        if (against === null && !(hasOtherAdvice && closeness >= NEAR_MATTER_FROM)) continue
        const sentence =
          against === null
            ? `One situation, different advice (${Math.round(alike * 100)} % of the words shared).`
            : `Same matter (cosine ${closeness.toFixed(3)}), opposite advice: ${against}.`
        faults.push({
          entryId: other.id,
          otherId: entry.id,
          score: closeness,
          detail: { sentence, spans: [] },
        })
      }
      if (newer % 64 === 0) await breathe()
    }
    return faults
  },
}

interface Advice {
  isQuestion: boolean
  /** Telling words of when it applies. */
  situation: Set<string>
  words: Set<string>
  /** Telling words within a few places after a negation. */
  denied: Set<string>
  /** The others. */
  affirmed: Set<string>
  /** Where it stands on the opposites that it takes a side of, by their place in the list, in that order, and the telling words after it. */
  sides: Map<number, { side: 'one' | 'other'; of: Set<string> }>
}

function adviceOf({ experience }: MemoryEntry): Advice {
  const text = experience.do === '' ? experience.title : experience.do
  const telling = (piece: string) => wordsOf(piece).filter((word) => word.length > 2 && !FILLER.has(word))
  const advised = text.replace(STATED.pattern, ' ')
  const denied = [...advised.matchAll(NEGATION.pattern)].flatMap((match) => {
    const clause = advised.slice(match.index + match[0].length).split(/[,.;:]|\bbut\b|\band\b/)[0] ?? ''
    return telling(clause).slice(0, 6)
  })
  const words = new Set(telling(text))
  const affirmed = new Set(telling(advised).filter((word) => !denied.includes(word)))
  const said = telling(advised)
  const after = (word: string) =>
    new Set(said.flatMap((one, at) => (one === word ? said.slice(at + 1, at + 1 + NEAR) : [])))
  const sides = OPPOSITES.flatMap(
    ([one, other], place): [number, { side: 'one' | 'other'; of: Set<string> }][] => {
      if (affirmed.has(one) && !words.has(other)) return [[place, { side: 'one', of: after(one) }]]
      if (affirmed.has(other) && !words.has(one)) return [[place, { side: 'other', of: after(other) }]]
      return []
    },
  )
  return {
    isQuestion: QUESTION.pattern.test(text),
    situation: new Set(telling(experience.when.replace(FAILURE.pattern, ''))),
    words,
    denied: new Set(denied),
    affirmed,
    sides: new Map(sides),
  }
}

/** Share of the smaller set that both have. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let both = 0
  for (const word of small) if (large.has(word)) both++
  return small.size === 0 ? 0 : both / small.size
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((word) => b.has(word))
}

/** In words, what one side denies and the other advises; null when they agree. */
function disagreement(a: Advice, b: Advice): string | null {
  const turned = [...shared(a.denied, b.affirmed), ...shared(b.denied, a.affirmed)]
  if (turned.length >= 2) return `one denies “${turned.slice(0, 3).join(' ')}”, the other advises it`
  for (const [place, mine] of a.sides) {
    const theirs = b.sides.get(place)
    const [one, two] = OPPOSITES[place] ?? []
    // "Add" a test and "remove" a folder are no opposites: it must be of the same thing.
    if (theirs && theirs.side !== mine.side && shared(mine.of, theirs.of).length > 0)
      return `“${one}” against “${two}”`
  }
  return null
}
