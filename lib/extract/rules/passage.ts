import type { Category } from '../../memory/category.ts'
import { speaks, weightOf } from '../../memory/rule.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import { isWellKnown } from '../well-known-names.ts'
import { type Candidate, isTrivial, richness } from './candidates.ts'
import { bare, withoutPlace } from './cause-score.ts'
import { belongTogether, matterOf } from './matter.ts'
import { findParticulars } from './particulars.ts'
import { lower } from './phrases.ts'
import { NAVIGATION, POINTLESS } from './tables/candidate-rules.ts'
import { CAUSES, FAULTS, LEANING } from './tables/cause-rules.ts'
import { ABOUT_THE_RUN, CHORES } from './tables/chore-rules.ts'
import { MAKES_A_TRIAL, VERBS } from './tables/part-rules.ts'
import { CONTRAST, EFFECT_BECAUSE, STANDARD_LIMITS, UNSETTLED } from './tables/passage-rules.ts'

/** What to do and why, as one thought of a run tells it: in one sentence or in two near each other. */
export interface Passage {
  do: Told
  /** Null for a fact that is its own reason. */
  because: Told | null
  /** Higher says more. */
  score: number
}

/** A sentence of the run or a part of it, and where it stands. */
export interface Told {
  /** What makes advice of a fact; empty for an order. */
  frame: string
  text: string
  from: Candidate
}

/** Characters between two sentences of one passage. Ours. */
const NEAR = 600

/** What each sentence of a task speaks of: what its reporter knew, the run did not find. */
export function reportedIn({ title, text }: Trajectory['task']): Set<string>[] {
  return `${title}\n${text}`.split(/\n+|(?<=[.!?])\s+/).map(matterOf)
}

/** The best passage among the sentences of a stage; null when none says what to do and why in words that need no run. */
export function passageOf(
  category: Category,
  candidates: readonly Candidate[],
  reported: readonly Set<string>[],
): Passage | null {
  const settled = candidates.filter(
    (c) => c.span.part.kind === 'thought' && !c.hedged && !speaks([UNSETTLED], c.raw),
  )
  const found = settled
    .flatMap((c) => [
      ...diagnosis(category, c),
      ...standardLimit(c, settled),
      ...settled.flatMap((other) => orderAndReason(category, c, other)),
    ])
    .filter(({ do: action, because }) =>
      [action, because].every((told) => told === null || isOfAnyRun(told, reported)),
    )
  return found.toSorted((a, b) => b.score - a.score)[0] ?? null
}

// ---- how a passage is told

/** An order, and near it the fault that asks for it. */
function orderAndReason(category: Category, action: Candidate, reason: Candidate): Passage[] {
  if (!areNear(action, reason) || !isOrder(category, action) || !isFault(reason)) return []
  const text = withoutPlace(action.text)
  return belongTogether(text, reason.text)
    ? [
        {
          do: told(text, action),
          because: told(bare(reason.text), reason),
          score: weigh(action) + weigh(reason),
        },
      ]
    : []
}

/** "This bypasses the settings, because it uses the default format instead of the printer": what to look for, and what comes of it. */
function diagnosis(category: Category, c: Candidate): Passage[] {
  const [, effect, cause] = EFFECT_BECAUSE.pattern.exec(bare(c.text)) ?? []
  if (effect === undefined || cause === undefined || c.mood !== 'statement' || !speaks([CONTRAST], cause))
    return []
  return [
    {
      do: told(cause.replace(/^(?:it|they) /, 'the code '), c, FRAMES[category]),
      because: told(effect.replace(/^(?:This|That) /, 'It '), c),
      score: weigh(c) + 1,
    },
  ]
}

/** "`zip` with no arguments returns an empty iterator": a lesson about what everybody uses. */
function standardLimit(c: Candidate, settled: readonly Candidate[]): Passage[] {
  const fact = c.text.replace(/^[^`]*?\b(?:because|since|that|as) (?=`)/, '')
  const name = /^`([\w.]+)/.exec(fact)?.[1]
  if (
    c.mood !== 'statement' ||
    (name !== undefined && !isCall(name, c.raw)) ||
    !speaks(STANDARD_LIMITS, fact)
  )
    return []
  const next = settled.find((other) => isNext(c, other) && /^It /.test(other.text))
  return [
    {
      do: told(fact, c, 'Keep in mind that '),
      because: next === undefined ? null : told(next.text, next),
      score: weigh(c),
    },
  ]
}

/** A call of a language or its library, by its dots or by how the run writes it; `title` alone may be any variable. */
function isCall(name: string, raw: string): boolean {
  const isCalled =
    /[.]|^__\w+__$/.test(name) || raw.includes(`\`${name}(`) || raw.includes(`\`${name}\` in Python`)
  return isCalled && isWellKnown(name)
}

/** How a fault is put as what to look for, build, repair or check. */
const FRAMES: Record<Category, string> = {
  ANALYZE: 'Check whether ',
  REPRODUCE: 'Reproduce the case in which ',
  EDIT: 'Repair the case in which ',
  VERIFY: 'Check the case in which ',
}

function told(text: string, from: Candidate, frame = ''): Told {
  return { frame, text: frame === '' ? text : lower(text), from }
}

function isOrder(category: Category, c: Candidate): boolean {
  if (c.mood !== 'imperative' || speaks([NAVIGATION], c.text) || speaks([MAKES_A_TRIAL], c.text)) return false
  // A closing summary stands in a stage of checks and tells of changes.
  const verbs = category === 'VERIFY' ? [VERBS.VERIFY, VERBS.EDIT] : [VERBS[category]]
  return speaks(verbs, withoutPlace(c.text))
}

function isFault(c: Candidate): boolean {
  return c.mood === 'statement' && (weightOf(CAUSES, c.text) >= 1.2 || weightOf(FAULTS, c.text) >= 1)
}

function areNear(a: Candidate, b: Candidate): boolean {
  if (a === b || a.span.step !== b.span.step) return false
  return Math.max(a.span.start, b.span.start) - Math.min(a.span.end, b.span.end) <= NEAR
}

function isNext(a: Candidate, b: Candidate): boolean {
  const gap = b.span.start - a.span.end
  return a.span.step === b.span.step && gap >= 0 && gap <= 4
}

function weigh(c: Candidate): number {
  return c.clarity * Math.min(6, richness(c))
}

// ---- whether it needs the run

/** Words a part may have, and fewest beyond the small talk of any run. Ours; with a title of 12 an experience stays under 120. */
const LEAST_WORDS = 5
const MOST_WORDS = 40
const LEAST_MATTER = 3
/** Share of its matter that one sentence of the task may hold already. Ours. */
const SAID_BEFORE = 0.6

/** Could stand in another code base: whole, in general words, not about the run, its harness, its report or the sentence before. */
function isOfAnyRun({ text, from }: Told, reported: readonly Set<string>[]): boolean {
  const matter = [...matterOf(text.replace(/`[^`]*`|\b\w+n't\b/g, ' '))]
  const plain = text.replace(/^It /, 'The sort ')
  const words = text.split(' ').length
  return (
    words >= LEAST_WORDS &&
    words <= MOST_WORDS &&
    matter.length >= LEAST_MATTER &&
    isVerbatim(text, from.raw) &&
    !reported.some((said) => matter.filter((word) => said.has(word)).length > SAID_BEFORE * matter.length) &&
    !speaks(LEANING, plain) &&
    !speaks(CHORES, plain) &&
    !speaks(ABOUT_THE_RUN, plain) &&
    !speaks([POINTLESS], text) &&
    !isTrivial(text) &&
    scanLeaks(text).length === 0 &&
    findParticulars(text).length === 0
  )
}

/** Words that the change from telling to ordering puts in. */
const PUT_IN = /^(?:you|your|the|code|are|have)$/
/** L031, t2, R0801; not UTF8, Python3. */
const NUMBERED = /\b(?!(?:utf|base|u?int|float|sha|python|http|iso|ipv)\d)[A-Za-z]+\d+\b/i

const WORD = /[a-z'-]{3,}/g

/** No name was replaced by a word in what is left of it, and what stands in it as code is known everywhere. */
function isVerbatim(text: string, raw: string): boolean {
  const code = text.match(/`[^`]*`/g) ?? []
  const prose = raw.replace(/`[^`]*`|\S*[_/()]\S*|\S\.\S+/g, ' ').toLowerCase()
  const words =
    text
      .replace(/`[^`]*`/g, ' ')
      .toLowerCase()
      .match(WORD) ?? []
  const said = prose.match(WORD) ?? []
  const count = (all: readonly string[], word: string) => all.filter((one) => one === word).length
  return (
    words.every((word) => PUT_IN.test(word) || count(words, word) <= count(said, word)) &&
    code.every((one) => isWellKnown(one.slice(1, -1).replace(/\(\)$/, ''))) &&
    !NUMBERED.test(text)
  )
}
