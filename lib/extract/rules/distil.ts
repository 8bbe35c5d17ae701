import type { Category } from '../../memory/category.ts'
import { EXPERIENCE_PARTS, type ExperiencePart, experienceWordCount } from '../../memory/experience.ts'
import type { Citation, Experience, RemovedSpan } from '../../memory/subtask.ts'
import type { Step } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { mechanismsIn } from '../mechanism-lexicon.ts'
import { type Candidate, isTrivial, pickBest, richness } from './candidates.ts'
import { changeInWords } from './change-in-words.ts'
import { capital, shorten } from './imperative.ts'
import type { Judgement } from './judge.ts'
import type { Part } from './part.ts'
import {
  becauseScore,
  causeScore,
  checkScore,
  doScore,
  INQUIRE,
  insightScore,
  planScore,
  REASONED,
  whenScore,
} from './part-scores.ts'
import { firstWords, lower, sentence, titleOf } from './phrases.ts'
import { checkPart, failurePart, symptomOf } from './seen-parts.ts'
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
  const pick = (part: ExperiencePart, score: (c: Candidate) => number): Part | null => {
    const c = best(part, score)
    if (c === null) return null
    taken.add(c)
    return partOf(part, c)
  }
  const action = actionOf(category, steps, evidence, names, pick)
  if (action === null) {
    return skipped(
      candidates.length === 0
        ? 'its thoughts hold no sentence that could stand alone'
        : 'none of its sentences says what to do',
    )
  }
  const failure = judgement.kind === 'avoid' ? failurePart(judgement, steps, names) : null
  const parts: Record<ExperiencePart, Part | null> = {
    do: action,
    because: failure ?? pick('because', becauseScore),
    when: symptomOf(category, steps, evidence, names, () => pick('when', whenScore)),
    check:
      pick('check', (c) => (category === 'EDIT' || category === 'REPRODUCE' ? checkScore(c) : 0)) ??
      checkPart(category, steps, evidence, names),
  }
  if (!goesBeyondLooking(category, action, parts.because))
    return skipped('it looks around or runs things, and states no reason')
  const isFailedEdit = judgement.kind === 'avoid' && category === 'EDIT'
  const title = titleOf(action.about) ?? firstWords(action.about)
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

/** Two parts may come from one sentence; what left it is listed once. */
function distinct(spans: readonly RemovedSpan[]): RemovedSpan[] {
  return [...new Map(spans.map((s) => [`${s.step} ${s.part.kind} ${s.part.index} ${s.start}`, s])).values()]
}

type Pick = (part: ExperiencePart, score: (c: Candidate) => number) => Part | null

/**
 * What to do, by falling worth: a stated intention; for an edit what the change itself shows; then a fact, put as the question,
 * case or condition that it is for this category. Nothing is made up: without any of them there is no entry.
 */
function actionOf(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
  pick: Pick,
): Action | null {
  const said = (part: Part | null): Action | null => (part === null ? null : { ...part, about: part.text })
  const first = steps[0]?.n ?? 0
  const atLeast = (least: number) => (c: Candidate) => {
    // An edit that was tried several ways ends in the way that stayed.
    const late = category === 'EDIT' ? (0.6 * (c.span.step - first)) / Math.max(1, steps.length - 1) : 0
    const score = doScore(category, c)
    return score >= least && score > 0 ? score + late : 0
  }
  if (category === 'ANALYZE') {
    return (
      said(pick('do', planScore)) ??
      asAdvice(
        category,
        pick('because', (c) => (canFollow(c) && causeScore(c) >= STRONG_CAUSE ? causeScore(c) : 0)),
      ) ??
      said(
        pick('do', (c) => (richness(c) >= 2.5 && !/\btests?\b/.test(c.text) ? atLeast(STRONG_DO)(c) : 0)),
      ) ??
      asAdvice(
        category,
        pick('because', (c) => (canFollow(c) ? causeScore(c) : 0)),
      ) ??
      said(pick('do', atLeast(0))) ??
      asAdvice(
        category,
        pick('because', (c) => (canFollow(c) ? insightScore(c) : 0)),
      )
    )
  }
  const shown = category === 'EDIT' ? changeInWords(steps, evidence, names) : null
  const change: Action | null = shown === null ? null : { ...shown, about: shown.text, from: null }
  return (
    said(pick('do', atLeast(change === null ? 0 : STRONG_DO))) ??
    change ??
    asAdvice(
      category,
      pick('because', (c) => (canFollow(c) && factScore(category, c) > 0 ? factScore(category, c) : 0)),
    )
  )
}

/** A stated intention from this on says more than where it looked, or than what a diff shows. Ours. */
const STRONG_DO = 2.6
/** A cause from this on is the yield of an analysis, before the questions that led to it. Ours. */
const STRONG_CAUSE = 2.6

function factScore(category: Category, c: Candidate): number {
  if (OTHER_FAILURES.test(c.text)) return 0
  if (category === 'VERIFY')
    return PAST.test(c.text) || /, but\b/.test(c.text) ? 0 : Math.max(insightScore(c), resultScore(c))
  if (category === 'EDIT')
    return WANTED.test(c.text)
      ? Math.max(insightScore(c), resultScore(c))
      : isWrong(c.text)
        ? insightScore(c)
        : 0
  return insightScore(c)
}

/** How a thing is to be once the change is made, said in the present tense: "the cursor comes from the last returned row". */
const WANTED =
  /^(?:An?|The|Each|Every|[A-Z][a-z]+ion) .*\b(?:gets|comes? from|delegates?|goes through|keeps|stays|starts with|belongs? on|answers|is written once|multiplies|forgets)\b/
const WRONG =
  /\b(?:not|never|missing|wrong\w*|incorrect\w*|ignor\w+|overwrit\w+|los[te]\w*|fails?|raises?|breaks?|instead of|too (?:early|late|many|few)|without|drops?)\b|n't\b/i
/** Tests that fail for reasons of their own. */
const OTHER_FAILURES =
  /\b(?:test environment|unrelated|pre-?existing|caused by the change|failures?|deprecat\w+|(?:without|apply|applied|of) the changes|changes have|edit command)\b/i
const PAST = /\b(?:was|were|had)\b/i

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

/** Can stand behind "check whether". */
function canFollow(c: Candidate): boolean {
  const text = cleanPart('because', c.text)
  return c.mood === 'statement' && !c.hedged && c.span.part.kind === 'thought' && !LEANS_ON_CONTEXT.test(text)
}

/** Opens with what only the sentences before it explain, or is about the run and not the code. */
const LEANS_ON_CONTEXT =
  /^(?:None|Neither|Wrong|Everything|All|Nobody|Nothing|Without|Before|After|If|Once|Since|Because|While|As|Although|Given|Now|This|It|That|They|These|Those|There|Here|Both|He|One|Another|Looking|Still|The (?:issue|problem|fix|error|report|change|test fails|output|code|other|question|rest|only|main|relevant|current|following))\b|^"|\byou\b|\bsuccessfully reproduced\b/i

const NOW = /\b(?:now|therefore|currently|already|clearly|simply) | now(?=[.,:;])/i

/** For a fact that opens with its own condition. */
const CASE_FRAME: Record<Category, string> = {
  ANALYZE: 'Look for this fault: ',
  REPRODUCE: 'Build this case: ',
  EDIT: 'Repair this case: ',
  VERIFY: 'Check this case: ',
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
  if (/^When\b/.test(about)) return { ...fact, text: `${CASE_FRAME[category]}${lower(about)}`, about }
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

/** An entry needs a cause, or an action that carries its own reason or mechanism. */
function goesBeyondLooking(category: Category, action: Action, because: Part | null): boolean {
  const c = action.from
  if (category === 'EDIT' && c !== null && mechanismOf(c) + mechanismOf(because?.from ?? null) < 0.5)
    return false
  if (because !== null || c === null || c.mood === 'statement') return true
  if (category === 'ANALYZE' && INQUIRE.test(c.text)) return c.words >= 8 && richness(c) >= 3
  return c.words >= 6 && richness(c) >= (category === 'EDIT' ? 1.5 : REASONED.test(c.text) ? 1.5 : 2.5)
}

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
  /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^the cause is (?:proved|clear|found): /i

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
