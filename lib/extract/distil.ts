import type { Category } from '../memory/category.ts'
import { EXPERIENCE_PARTS, type ExperiencePart, experienceWordCount } from '../memory/experience.ts'
import type { Citation, Experience, RemovedSpan } from '../memory/subtask.ts'
import type { Span, Step } from '../memory/trajectory.ts'
import { type Action, actionsOf, goesBeyondLooking, type PickPart } from './action.ts'
import { type Candidate, pickBest, sharedWords } from './candidates.ts'
import type { Judgement } from './judge.ts'
import { scanLeaks } from './leak-scan.ts'
import type { LocalNames } from './local-names.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'
import type { Part } from './part.ts'
import { becauseScore, checkScore, doScore, whenScore } from './part-scores.ts'
import { firstWords, lower, titleOf } from './phrases.ts'
import { checkPart, failurePart, symptomOf } from './seen-parts.ts'
import { isFragment } from './sense.ts'
import { fits, partOf } from './sentence-part.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** What one subtask teaches, or why it teaches nothing. */
export interface Distilled {
  experience: Experience | null
  /** Null exactly when there is an experience. */
  skippedBecause: string | null
  citations: Citation[]
  removed: RemovedSpan[]
}

const MAX_TITLE_WORDS = 12
const LEAST_CLARITY = 0.42
/** How much of its reason's score a piece of advice gains. Ours. */
const REASON_WORTH = 0.4
/** A sentence below this says too little for the part. Ours, set by reading entries of real runs. */
const LEAST_SCORE: Record<ExperiencePart, number> = { when: 1.8, do: 1.6, because: 1.4, check: 1.6 }

/** Distils a judged subtask into an experience made of its own sentences, each part with the spans it rests on. */
export function distilSubtask(
  category: Category,
  judgement: Judgement,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  candidates: readonly Candidate[],
  names: LocalNames,
): Distilled {
  const usable = candidates.filter((c) => c.clarity >= LEAST_CLARITY && !c.leaks)
  const taken = new Set<Candidate>()
  const best = (part: ExperiencePart, score: (c: Candidate) => number): Candidate | null =>
    pickBest(usable, (c) => {
      const s = taken.has(c) ? 0 : score(c)
      return s >= LEAST_SCORE[part] && fits(part, c) ? s : 0
    })
  /** What the best reason for a sentence would add to it: advice with a reason is worth more than better advice without. */
  const reason = (c: Candidate): number => {
    const of = { text: c.text, span: c.span, from: c }
    const scores = usable.map((other) =>
      other !== c && belongs(other, of, usable) ? becauseScore(other) : 0,
    )
    const top = Math.max(0, ...scores)
    return top >= LEAST_SCORE.because ? REASON_WORTH * top : 0
  }
  const pick: PickPart = (part, score) => {
    const c = best(part, score)
    if (c === null) return null
    taken.add(c)
    return partOf(part, c)
  }
  const failure = judgement.kind === 'avoid' ? failurePart(judgement, steps, names) : null
  const found = firstThat(actionsOf(category, steps, evidence, names, pick, reason), (action) => {
    const ofIt = forAction(action, usable)
    const because = failure ?? pick('because', ofIt(becauseScore))
    if (goesBeyondLooking(category, action, because)) return { action, because, ofIt }
    taken.clear()
    return null
  })
  if (found === null) {
    return skipped(
      candidates.length === 0
        ? 'its thoughts hold no sentence that could stand alone'
        : usable.some((c) => doScore(category, c) > 0)
          ? 'it says what to do, and neither why nor for which case'
          : 'none of its sentences says what to do outside this run',
    )
  }
  const { action, because, ofIt } = found
  const parts: Record<ExperiencePart, Part | null> = {
    do: action,
    because,
    when: symptomOf(category, steps, evidence, names, () => pick('when', ofIt(whenScore)), action.text),
    check:
      pick(
        'check',
        ofIt((c) => (category === 'EDIT' || category === 'REPRODUCE' ? checkScore(c) : 0)),
      ) ?? checkPart(category, steps, evidence, names),
  }
  const isFailedEdit = judgement.kind === 'avoid' && category === 'EDIT'
  const title = titleOfAction(action)
  const experience: Experience = {
    title: isFailedEdit ? `Did not work: ${lower(firstWords(title, MAX_TITLE_WORDS - 3))}` : title,
    kind: judgement.kind,
    when: parts.when?.text ?? '',
    do: isFailedEdit ? `What did not work as done: ${lower(action.text)}` : action.text,
    because: parts.because?.text ?? '',
    check: parts.check?.text ?? '',
  }
  for (const part of ['check', 'when'] as const) {
    if (experienceWordCount(experience) <= 120) break
    experience[part] = ''
    parts[part] = null
  }
  return {
    experience,
    skippedBecause: null,
    citations: EXPERIENCE_PARTS.flatMap((part) => (parts[part]?.spans ?? []).map((span) => ({ part, span }))),
    removed: distinct(EXPERIENCE_PARTS.flatMap((part) => parts[part]?.removed ?? [])),
  }
}

/** A sentence of which this share is in the advice already adds nothing to it. Ours. */
const SAID_AGAIN = 0.9
/** A reason from this on needs no word in common with a change that stands right below it. Ours. */
const STRONG_REASON = 2.2
/** Sentences of one thought this near to each other speak of one thing, when they share a word. Ours. */
const NEAR = 3

function shareMechanism(a: string, b: string): boolean {
  const theirs = new Set(mechanismsIn(b).flatMap(({ term, weight }) => (weight >= 1 ? [term] : [])))
  return mechanismsIn(a).some(({ term, weight }) => weight >= 1 && theirs.has(term))
}

/** Scores only sentences about what is to be done. */
function forAction(action: Action, all: readonly Candidate[]) {
  const here = action.spans[0]
  const about = here === undefined ? null : { text: action.text, span: here, from: action.from }
  return (score: (c: Candidate) => number) => (c: Candidate) =>
    about !== null && belongs(c, about, all) ? score(c) : 0
}

/** About the same thing as what is to be done: two words in common, or from near by one word or a mechanism of the lexicon. */
function belongs(
  c: Candidate,
  to: { text: string; span: Span; from: Candidate | null },
  all: readonly Candidate[],
): boolean {
  const shared = sharedWords(c.text, to.text)
  if (shared >= SAID_AGAIN * Math.max(1, sharedWords(c.text, c.text))) return false
  if (shared >= 2) return true
  const apart = Math.abs(c.span.step - to.span.step)
  if (apart > 1) return false
  if (shareMechanism(c.text, to.text)) return true
  if (apart === 1) return false
  // A change that nobody put in words has its reason in the thought before it.
  if (to.from === null) return shared >= 1 || becauseScore(c) >= STRONG_REASON
  return shared >= 1 && Math.abs(all.indexOf(c) - all.indexOf(to.from)) <= NEAR
}

/** A title whose cut leaves no sentence gets a few words more. */
function titleOfAction({ about, from }: Action): string {
  const mood = from?.mood ?? 'imperative'
  const short = titleOf(about) ?? firstWords(about)
  if (!isFragment(short, mood)) return short
  const longer = firstWords(about, MAX_TITLE_WORDS + 4)
  return isFragment(longer, mood) ? short : longer
}

/** Two parts may come from one sentence; what left it is listed once. */
function distinct(spans: readonly RemovedSpan[]): RemovedSpan[] {
  return [...new Map(spans.map((s) => [`${s.step} ${s.part.kind} ${s.part.index} ${s.start}`, s])).values()]
}

/** The first answer that the items in order give. */
function firstThat<T, R>(makers: readonly (() => T | null)[], answer: (item: T) => R | null): R | null {
  for (const make of makers) {
    const item = make()
    const result = item === null ? null : answer(item)
    if (result !== null) return result
  }
  return null
}

function skipped(reason: string): Distilled {
  return { experience: null, skippedBecause: reason, citations: [], removed: [] }
}

/** Flags of a finished experience: what leaked, what is empty, what says too little. */
export function lintExperience(experience: Experience, own: string | null): string[] {
  const flags = new Set<string>()
  for (const text of [experience.title, ...EXPERIENCE_PARTS.map((part) => experience[part])]) {
    for (const leak of scanLeaks(text, own)) flags.add(`leak: ${leak.type}`)
  }
  for (const part of ['when', 'because', 'check'] as const)
    if (experience[part] === '') flags.add(`empty-${part}`)
  if (
    mechanismsIn(`${experience.when} ${experience.do} ${experience.because}`).reduce(
      (sum, m) => sum + m.weight,
      0,
    ) < 1
  )
    flags.add('vague')
  return [...flags].sort()
}
