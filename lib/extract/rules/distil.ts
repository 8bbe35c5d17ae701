import type { Category } from '../../memory/category.ts'
import { EXPERIENCE_PARTS, type ExperiencePart, experienceWordCount } from '../../memory/experience.ts'
import type { Citation, Experience, RemovedSpan } from '../../memory/subtask.ts'
import type { Step } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { mechanismsIn } from '../mechanism-lexicon.ts'
import { type Candidate, pickBest } from './candidates.ts'
import { changeInWords } from './change-in-words.ts'
import { shorten } from './imperative.ts'
import type { Judgement } from './judge.ts'
import { belongTogether, distanceOf } from './matter.ts'
import type { Part } from './part.ts'
import {
  actionScore,
  bare,
  causeScore,
  checkScore,
  faultScore,
  reasonInside,
  whenScore,
  withoutPlace,
} from './part-scores.ts'
import { firstWords, lower, sentence, titleOf } from './phrases.ts'
import { symptomOf } from './seen-parts.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** What one subtask teaches, or why it teaches nothing. */
export interface Distilled {
  experience: Experience | null
  /** Null exactly when there is an experience. */
  skippedBecause: string | null
  citations: Citation[]
  removed: RemovedSpan[]
}

/** What the rules know of one subtask when they distil it. */
export interface StageToDistil {
  category: Category
  judgement: Judgement
  steps: readonly Step[]
  evidence: readonly StepEvidence[]
  /** Sentences of its own steps, in order. */
  candidates: readonly Candidate[]
  /** Sentences of the steps that led to it: where the cause is told before the first edit. */
  lead: readonly Candidate[]
  names: LocalNames
}

/** Words a part may have; with a title of 12 that makes the 120 of an experience. Ours. */
const MAX_WORDS: Record<ExperiencePart, number> = { when: 24, do: 32, because: 30, check: 22 }
/** Below this, an action and its reason say too little together. Ours, set by reading entries of real runs. */
const LEAST_PAIR = 5.6
/** A fault that is told without its remedy must say more. Ours, as above. */
const LEAST_FAULT: Record<Category, number> = { ANALYZE: 3.8, EDIT: 4, REPRODUCE: 4.2, VERIFY: 4.4 }
const LEAST_WHEN = 1.8
const LEAST_CHECK = 2.6

/** An action and why, both by sentences of the run. */
interface Core {
  do: Part
  because: Part | null
  /** What the title is made of. */
  about: string
}

/**
 * Distils a judged subtask into sentences of the run that belong together: an action with its reason, or the fault that an analysis
 * found. Where none do, there is no entry and the reason is told: better silent than beside the point.
 */
export function distilSubtask(stage: StageToDistil): Distilled {
  const { category, judgement, steps, evidence, candidates, names } = stage
  if (candidates.length === 0) return skipped('its thoughts hold no sentence that could stand alone')
  if (category === 'EDIT' && judgement.verdict === 'incorrect' && judgement.because.startsWith('the edit'))
    return skipped('the write itself failed, which says nothing about the change')
  const core = pairOf(stage) ?? changeWithCause(stage) ?? reasonedActionOf(stage) ?? faultOf(stage)
  if (core === null) return skipped(whyNothing(stage))
  const said = `${core.do.text} ${core.because?.text ?? ''}`
  const other = (score: (c: Candidate) => number, least: number) => (part: ExperiencePart) => {
    const c = pickBest(candidates, (one) => {
      const isTaken = one === core.do.from || one === core.because?.from
      return !isTaken && score(one) >= least && fits(part, one) && belongTogether(one.text, said)
        ? score(one)
        : 0
    })
    return c === null ? null : partOf(part, c)
  }
  const parts: Record<ExperiencePart, Part | null> = {
    do: core.do,
    because: core.because,
    when: symptomOf(category, steps, evidence, names, () => other(whenScore, LEAST_WHEN)('when')),
    check: other(checkScore, LEAST_CHECK)('check'),
  }
  const experience: Experience = {
    title: titleOf(core.about) ?? firstWords(core.about),
    kind: judgement.kind,
    when: parts.when?.text ?? '',
    do: core.do.text,
    because: core.because?.text ?? '',
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

/** The action and the reason that belong together best; the passage that tells cause and fix in one breath wins. */
function pairOf({ category, candidates, lead }: StageToDistil): Core | null {
  const reasons = [...lead, ...candidates].filter((c) => causeScore(c) > 0 && fits('because', c))
  let best: { action: Candidate; reason: Candidate } | null = null
  let bestScore = LEAST_PAIR
  for (const action of candidates) {
    const worth = fits('do', action) ? actionScore(category, action) : 0
    if (worth === 0) continue
    for (const reason of reasons) {
      if (reason === action || (reason.raw === action.raw && reason.text === action.text)) continue
      const apart = distanceOf(action, reason)
      const near = apart === 0 ? 1 : apart === 1 ? 0.4 : -0.1 * Math.min(10, apart)
      const score = worth + causeScore(reason) + near
      if (score > bestScore && belongTogether(action.text, reason.text)) {
        best = { action, reason }
        bestScore = score
      }
    }
  }
  if (best === null) return null
  return {
    do: partOf('do', best.action),
    because: partOf('because', best.reason),
    about: withoutPlace(best.action.text),
  }
}

/** What the diff shows, said in mechanism words, with the cause that was told just before it. */
function changeWithCause({ category, steps, evidence, candidates, lead, names }: StageToDistil): Core | null {
  const change = category === 'EDIT' ? changeInWords(steps, evidence, names) : null
  const at = change?.spans[0]?.step
  if (change === null || at === undefined) return null
  const reason = pickBest([...lead, ...candidates], (c) =>
    causeScore(c) >= LEAST_CAUSE_OF_CHANGE &&
    fits('because', c) &&
    Math.abs(c.span.step - at) <= NEAR &&
    (belongTogether(c.text, change.text) || causeScore(c) >= 3.4)
      ? causeScore(c)
      : 0,
  )
  return reason === null ? null : { do: change, because: partOf('because', reason), about: change.text }
}

/** Steps between a change and its cause, and how much the cause must say; ours. */
const NEAR = 4
const LEAST_CAUSE_OF_CHANGE = 2.8

/** An action that gives its own reason: "... to include the last row, since both bounds are inclusive". */
function reasonedActionOf({ category, candidates }: StageToDistil): Core | null {
  const best = pickBest(candidates, (c) =>
    reasonInside(c.text) && fits('do', c) ? actionScore(category, c) - LEAST_REASONED : 0,
  )
  return best === null ? null : { do: partOf('do', best), because: null, about: withoutPlace(best.text) }
}

const LEAST_REASONED = 3.6

/** How a fault is put as what to look for, build, repair or check; the second for one that opens with its own condition. */
const FRAMES: Record<Category, [string, string]> = {
  ANALYZE: ['Check whether ', 'Look for this fault: '],
  REPRODUCE: ['Reproduce the case in which ', 'Reproduce this case: '],
  EDIT: ['Repair the case in which ', 'Repair this case: '],
  VERIFY: ['Check the case in which ', 'Check this case: '],
}

/** The fault that was found, told without its remedy, with another sentence beside it that says why. */
function faultOf({ category, candidates, lead }: StageToDistil): Core | null {
  const told = category === 'EDIT' ? [...lead, ...candidates] : candidates
  const fault = pickBest(told, (c) =>
    faultScore(c) >= LEAST_FAULT[category] && fits('because', c) ? faultScore(c) : 0,
  )
  if (fault === null) return null
  const reason = pickBest(told, (c) =>
    c !== fault && distanceOf(c, fault) <= 1 && fits('because', c) && belongTogether(c.text, fault.text)
      ? causeScore(c)
      : 0,
  )
  const fact = partOf('because', fault)
  const isCase = /^(?:When|If|While|Since|As|Because)\b/.test(fact.text)
  return {
    do: { ...fact, text: `${FRAMES[category][isCase ? 1 : 0]}${lower(fact.text)}` },
    because: reason === null ? null : partOf('because', reason),
    about: fact.text,
  }
}

function whyNothing({ category, candidates, lead }: StageToDistil): string {
  const hasAction = candidates.some((c) => actionScore(category, c) > 0)
  const hasCause = [...lead, ...candidates].some((c) => causeScore(c) > 0)
  if (hasAction && hasCause) return 'what it says to do and the reasons it gives are not about one thing'
  if (hasAction) return 'it says what to do, and no reason that holds outside this run'
  if (hasCause) return 'it states a reason, and nothing to do about it that could stand alone'
  return 'it looks around, runs things or does chores of the harness'
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

function cleanPart(part: ExperiencePart, text: string): string {
  return part === 'because' || part === 'when' ? bare(text) : part === 'do' ? withoutPlace(text) : text
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
