import type { Category } from '../memory/category.ts'
import type { ExperiencePart } from '../memory/experience.ts'
import type { Step } from '../memory/trajectory.ts'
import { type Candidate, isFull, isTrivial, richness } from './candidates.ts'
import { changeInWords } from './change-in-words.ts'
import { capital } from './imperative.ts'
import type { LocalNames } from './local-names.ts'
import type { Part } from './part.ts'
import { causeScore, doScore, INQUIRE, insightScore, MUST, planScore, whenScore } from './part-scores.ts'
import { lower } from './phrases.ts'
import { CAUSE_FRAME, cleanPart } from './sentence-part.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** What is to be done, and the words the title is made of where they differ. */
export interface Action extends Part {
  about: string
}

/** Takes the sentence of the highest score that has room in a part, and that no part has taken. */
export type PickPart = (part: ExperiencePart, score: (c: Candidate) => number) => Part | null

/**
 * What could be done, by falling worth: a stated intention; for an edit what the change itself shows; then a fact, put as the
 * question, case or condition that it is for this category. Nothing is made up: without any of them there is no entry.
 */
export function actionsOf(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
  pick: PickPart,
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
export function goesBeyondLooking(category: Category, action: Action, because: Part | null): boolean {
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
