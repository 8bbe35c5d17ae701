import type { Category } from '../memory/category.ts'
import { EXPERIENCE_PARTS, type ExperiencePart, experienceWordCount } from '../memory/experience.ts'
import type { Citation, Experience, RemovedSpan } from '../memory/subtask.ts'
import type { Span, Step } from '../memory/trajectory.ts'
import { type Candidate, isFull, isTrivial, pickBest, richness, sharedWords } from './candidates.ts'
import { changeInWords } from './change-in-words.ts'
import { capital, shorten } from './imperative.ts'
import type { Judgement } from './judge.ts'
import { scanLeaks } from './leak-scan.ts'
import type { LocalNames } from './local-names.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'
import type { Part } from './part.ts'
import {
  becauseScore,
  causeScore,
  checkScore,
  doScore,
  INQUIRE,
  insightScore,
  MUST,
  planScore,
  whenScore,
} from './part-scores.ts'
import { firstWords, lower, sentence, titleOf } from './phrases.ts'
import { checkPart, failurePart, symptomOf } from './seen-parts.ts'
import { isFragment } from './sense.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** What one subtask teaches, or why it teaches nothing. */
export interface Distilled {
  experience: Experience | null
  /** Null exactly when there is an experience. */
  skippedBecause: string | null
  citations: Citation[]
  removed: RemovedSpan[]
}

/** Words a part may have; with a title of 12 that makes the 120 of an experience. Ours. */
const MAX_WORDS: Record<ExperiencePart, number> = { when: 24, do: 32, because: 30, check: 22 }
const MAX_TITLE_WORDS = 12
const LEAST_CLARITY = 0.42
/** How much of its reason's score a piece of advice gains. Ours. */
const REASON_WORTH = 0.4
/** A sentence below this says too little for the part. Ours, set by reading entries of real runs. */
const LEAST_SCORE: Record<ExperiencePart, number> = { when: 1.8, do: 1.6, because: 1.4, check: 1.6 }

/** What is to be done, and the words the title is made of where they differ. */
interface Action extends Part {
  about: string
}

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
  const pick = (part: ExperiencePart, score: (c: Candidate) => number): Part | null => {
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

type Pick = (part: ExperiencePart, score: (c: Candidate) => number) => Part | null

/**
 * What could be done, by falling worth: a stated intention; for an edit what the change itself shows; then a fact, put as the
 * question, case or condition that it is for this category. Nothing is made up: without any of them there is no entry.
 */
function actionsOf(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
  pick: Pick,
  reason: (c: Candidate) => number,
): (() => Action | null)[] {
  const said = (part: Part | null): Action | null => (part === null ? null : { ...part, about: part.text })
  const first = steps[0]?.n ?? 0
  const order = (least: number) => () =>
    said(
      pick('do', (c) => {
        // An edit that was tried several ways ends in the way that stayed.
        const late = category === 'EDIT' ? (0.6 * (c.span.step - first)) / Math.max(1, steps.length - 1) : 0
        const score = doScore(category, c)
        if (score < least || score <= 0) return 0
        const why = reason(c)
        return why > 0 || sufficesAlone(category, c) ? score + late + why : 0
      }),
    )
  const fact = (score: (c: Candidate) => number) => () =>
    asAdvice(
      category,
      pick('because', (c) => (canFollow(c) ? score(c) : 0)),
    )
  const repair = () =>
    asRepair(
      pick('do', (c) => (planScore(c) > 0 && sufficesAlone(category, c) ? planScore(c) + reason(c) : 0)),
    )
  const troubled = () =>
    asAdvice(
      category,
      pick('when', (c) => (isCase(c) ? whenScore(c) : 0)),
    )
  const wrong = (score: (c: Candidate) => number) => (c: Candidate) => (isFault(c) ? score(c) : 0)
  const question = () => {
    const part = order(STRONG_DO)()
    const text = part?.text ?? ''
    return part === null || part.from?.mood !== 'imperative' || INQUIRE.test(text) ? part : asRepair(part)
  }
  if (category === 'ANALYZE')
    return [
      fact(wrong((c) => (causeScore(c) >= STRONG_CAUSE ? causeScore(c) : 0))),
      repair,
      fact(wrong(causeScore)),
      question,
      fact(wrong(insightScore)),
      troubled,
      fact((c) => (c.removed.length === 0 ? causeScore(c) : 0)),
    ]
  const shown = () => {
    const change = category === 'EDIT' ? changeInWords(steps, evidence, names) : null
    return change === null ? null : { ...change, about: change.text }
  }
  return [order(STRONG_DO), shown, order(0), fact((c) => factScore(category, c)), troubled]
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

/** A stated intention from this on says more than where it looked, or than what a diff shows. Ours. */
const STRONG_DO = 2.6
/** A cause from this on is the yield of an analysis, before the questions that led to it. Ours. */
const STRONG_CAUSE = 2.6

function factScore(category: Category, c: Candidate): number {
  if (OTHER_FAILURES.test(c.text) || /\bwould\b/.test(c.text)) return 0
  if (/\b(?:fine|correct(?:ly)?|works?|just)\b/i.test(c.text)) return 0
  if (category === 'VERIFY')
    return !(PROPERTY.test(c.text) || isGeneral(c)) ||
      /\btests?\b/.test(c.text) ||
      PAST.test(c.text) ||
      /, but\b/.test(c.text)
      ? 0
      : Math.max(insightScore(c), resultScore(c))
  if (category === 'EDIT')
    return WANTED.test(c.text)
      ? Math.max(insightScore(c), resultScore(c))
      : isWrong(c.text)
        ? insightScore(c)
        : 0
  return isFault(c) ? insightScore(c) : 0
}

/** A fact that can be checked: it says something of all, of none, or of two things that agree. */
const PROPERTY =
  /\b(?:same|equal|identical|both|every|each|always|never|only|exactly|at (?:most|least)|unchanged|untouched|still|nothing|none|once|twice|whatever|guaranteed)\b/i

/** How a thing is to be once the change is made, said in the present tense: "the cursor comes from the last returned row". */
const WANTED =
  /^(?:An?|The|Each|Every|[A-Z][a-z]+ion) .*\b(?:gets|comes? from|delegates?|goes through|keeps|stays|starts with|belongs? on|answers|is written once|multiplies|forgets)\b/
const WRONG =
  /\b(?:not|never|missing|wrong\w*|incorrect\w*|ignor\w+|overwrit\w+|los[te]\w*|fails?|raises?|breaks?|instead of|too (?:early|late|many|few)|without|drops?)\b|n't\b/i
/** Tests that fail for reasons of their own. */
const OTHER_FAILURES =
  /\b(?:test environment|unrelated|pre-?existing|caused by the change|failures?|deprecat\w+|(?:without|apply|applied|of) the changes|changes have|edit command)\b/i
const PAST = /\b(?:was|were|had)\b/i

/** Says what goes wrong, or is said to be the cause, or gives its own reason. */
function isFault(c: Candidate): boolean {
  return (
    isWrong(c.text) ||
    CAUSE_FRAME.test(c.text) ||
    /\b(?:because|which (?:means|causes|makes|leads)|due to|as a result|would .* (?:if|when)|leads? to|causes?)\b/i.test(
      c.text,
    )
  )
}

function isWrong(text: string): boolean {
  return WRONG.test(text) && !/\b(?:shows?|history|as expected|no longer)\b/i.test(text)
}

/** A state of things that a check found: "Forward and reflected order give the same curve". */
function resultScore(c: Candidate): number {
  return c.mood === 'statement' &&
    !c.hedged &&
    c.span.part.kind === 'thought' &&
    c.words >= 7 &&
    c.clarity >= 0.7 &&
    richness(c) >= 2.5 &&
    !isTrivial(c.text) &&
    !/\b(?:all|everything|tests?|fix|changes?|you|report|issue) (?:pass|works?|is|are|was|has|have|now)\b|^You\b/i.test(
      c.text,
    )
    ? 2 + c.clarity * richness(c) * 0.2
    : 0
}

/** Trouble under a condition of its own: "When the page is empty, the cursor is lost". A case for every category. */
function isCase(c: Candidate): boolean {
  return (
    OPENS_CASE.test(c.text) &&
    !/^(?:If|When|Once) (?:it|this|that|they|you|so|not)\b|^\w+ (?:the|an?|any) (?:[a-z]+ )?tests?\b|\bshould\b|"[^"]*"/.test(
      c.text,
    )
  )
}
const OPENS_CASE = /^(?:When|Whenever|If)\b/

/** Can stand behind "check whether". */
function canFollow(c: Candidate): boolean {
  const text = cleanPart('because', c.text)
  return (
    c.mood === 'statement' &&
    !c.hedged &&
    c.standsAlone &&
    isFull(c, 6) &&
    !LEANS_ON_CONTEXT.test(text) &&
    !/\b(?:should|must|ought to|supposed to|needs? to)\b|"[^"]*"/.test(text.replace(/`[^`]*`/g, ' '))
  )
}

/** Opens with what only the sentences before it explain, or is about the run and not the code. */
const LEANS_ON_CONTEXT =
  /^(?:None|Neither|Wrong|Everything|All|Nobody|Nothing|Without|Before|After|If|Once|Since|Because|While|As|Although|Given|Now|This|It|That|They|These|Those|There|Here|Both|He|One|Another|Looking|Still|The (?:issue|problem|bug|cause|reason|failure|traceback|fix|error|report|change|test fails|output|code|other|question|rest|only|main|relevant|current|following|expected|actual|correct|right|new|old|fallback|fixed|user|reporter|author|reproduction|script|test case)s?)\b|^"|^(?:Instead|With|For|By|Like)\b|\byou\b|\bsuccessfully reproduced\b/i

const NOW = /\b(?:now|therefore|currently|already|clearly|simply) | now(?=[.,:;])/i

/** For a fact that opens with its own condition. */
const CASE_FRAME: Record<Category, string> = {
  ANALYZE: 'Look for this fault: ',
  REPRODUCE: 'Build this case: ',
  EDIT: 'Repair this case: ',
  VERIFY: 'Check this case: ',
}

/** A change that an analysis ends in, as what it is there: not yet a change. */
function asRepair(plan: Part | null): Action | null {
  return plan === null
    ? null
    : { ...plan, text: `Consider this repair: ${lower(plan.text)}`, about: plan.text }
}

/** A fact as advice: where to look, what case to build, what to repair, what to check. */
function asAdvice(category: Category, fact: Part | null): Action | null {
  if (fact === null) return null
  const about = capital(fact.text.replace(NOW, ''))
  if (category === 'REPRODUCE' && /\btests?\b/i.test(fact.text)) {
    // What the tests leave out is the reason for the case, not the case.
    return { ...fact, text: `Build the case that is left out: ${lower(about)}`, about }
  }
  const isFault = isWrong(fact.text) && !WANTED.test(fact.text)
  if (OPENS_CASE.test(about)) return { ...fact, text: `${CASE_FRAME[category]}${lower(about)}`, about }
  const frame: Record<Category, string> = {
    ANALYZE: 'Check whether ',
    REPRODUCE: 'Reproduce the case in which ',
    EDIT: isFault ? 'Repair the case in which ' : 'Change it so that ',
    VERIFY: 'Check that ',
  }
  return { ...fact, text: frame[category] + lower(about), about }
}

function mechanismOf(c: Candidate | null): number {
  return c?.mechanism ?? 0
}

/** An entry needs a cause, or an action that carries its own reason or its case. */
function goesBeyondLooking(category: Category, action: Action, because: Part | null): boolean {
  const c = action.from
  if (because !== null)
    return c === null || category !== 'EDIT' || mechanismOf(c) + mechanismOf(because.from) >= 0.5
  // What a diff shows is known; why it was made is the lesson.
  return c !== null && sufficesAlone(category, c)
}

function sufficesAlone(category: Category, c: Candidate): boolean {
  if (!isFull(c, 6)) return false
  if (c.mood === 'statement')
    return (
      c.words >= 8 && (!MUST.test(c.text.slice(0, 70)) || (richness(c) >= 2.5 && !/\bshould\b/.test(c.text)))
    )
  if (category === 'ANALYZE' && INQUIRE.test(c.text))
    return c.words >= 8 && richness(c) >= 3 && isWrong(c.text)
  if (category === 'EDIT')
    return (
      c.words >= 6 &&
      c.mechanism >= 0.5 &&
      richness(c) >= 2 &&
      (GROUNDED.test(c.text) || c.mechanism >= 2 || isGeneral(c))
    )
  return (
    c.words >= 7 && richness(c) >= 2.5 && (category === 'ANALYZE' || SPECIFIC.test(c.text) || isGeneral(c))
  )
}

/** Said without a name of the project, in words of the trade: it holds elsewhere as it stands. */
function isGeneral(c: Candidate): boolean {
  return c.removed.length === 0 && c.clarity >= 0.85 && c.mechanism >= 1 && richness(c) >= 2.5 && c.words >= 7
}

/** Says on what ground, or for which case, a change is made. */
const GROUNDED =
  /\b(?:because|so that|since|instead of|rather than|if|when|whenever|only|without|until|unless|to (?:avoid|prevent|preserve|allow|keep|make sure|ensure)|before (?!the\b)|after (?!the\b))\b/i
/** Says of which case, or what is to be seen. */
const SPECIFIC =
  /\b(?:that|if|whether|when|whenever|with|without|where|whose|both|every|each|only|even|instead of|rather than|because|so that|to (?:confirm|show|trigger|prove|demonstrate|ensure))\b/i

function skipped(reason: string): Distilled {
  return { experience: null, skippedBecause: reason, citations: [], removed: [] }
}

// ---- sentences as parts

function fits(part: ExperiencePart, c: Candidate): boolean {
  return c.words <= MAX_WORDS[part] || shorten(cleanPart(part, c.text), MAX_WORDS[part]) !== null
}

function partOf(part: ExperiencePart, c: Candidate): Part {
  const text = shorten(cleanPart(part, c.text), MAX_WORDS[part]) ?? c.text
  return { text: sentence(text), spans: [c.span], removed: removedOf(c), from: c }
}

const CAUSE_FRAME =
  /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^the (?:issue|error|problem|bug|failure|exception) (?:specifically |only |also )?(?:occurs|occurred|arises|arose|happens|happened) (?:because|since) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^the cause is (?:proved|clear|found): /i

function cleanPart(part: ExperiencePart, text: string): string {
  return part === 'because' || part === 'when' ? capital(text.replace(CAUSE_FRAME, '')) : text
}

function removedOf(c: Candidate): RemovedSpan[] {
  return c.removed.map((r) => ({
    step: c.span.step,
    part: c.span.part,
    start: c.span.start + r.start,
    end: c.span.start + r.end,
    type: r.type,
  }))
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
