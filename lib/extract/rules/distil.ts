import type { Category } from '../../memory/category.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import type { Citation, Experience, RemovedSpan } from '../../memory/subtask.ts'
import { scanLeaks } from '../leak-scan.ts'
import { mechanismsIn } from '../mechanism-lexicon.ts'
import type { Candidate } from './candidates.ts'
import type { Judgement } from './judge.ts'
import { passageOf, type Told } from './passage.ts'
import { firstWords, sentence, titleOf } from './phrases.ts'
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
  /** Sentences of its own steps, in order. */
  candidates: readonly Candidate[]
  /** What the task speaks of, sentence by sentence. */
  reported: readonly Set<string>[]
  /** Whether a run passed after the source was changed, anywhere in the episode. */
  isBorneOut: boolean
}

/**
 * Distils a judged subtask into a passage of the run that says, in words that need no run, what to do and why. Where there is none, or
 * nothing shows how it came out, there is no entry and the reason is told: better silent than beside the point.
 */
export function distilSubtask(stage: StageToDistil): Distilled {
  const { category, judgement, candidates, reported, isBorneOut } = stage
  if (candidates.length === 0) return skipped('its thoughts hold no sentence that could stand alone')
  const passage = passageOf(category, candidates, reported)
  if (passage === null) return skipped('nowhere does it say, in words that need no run, what to do and why')
  if (judgement.verdict === 'incorrect') return skipped('what it says to do and why is followed by a failure')
  if (!isBorneOut) return skipped('it says what to do and why, and no run shows that it holds')
  const { do: action, because } = passage
  const experience: Experience = {
    title: titleOf(action.text) ?? firstWords(action.text),
    kind: judgement.kind,
    when: '',
    do: textOf(action),
    because: because === null ? '' : textOf(because),
    check: '',
  }
  const from = { do: action.from, because: because?.from }
  return {
    experience,
    skippedBecause: null,
    citations: EXPERIENCE_PARTS.flatMap((part) => {
      const span = part === 'do' || part === 'because' ? from[part]?.span : undefined
      return span === undefined ? [] : [{ part, span }]
    }),
    removed: distinct([from.do, from.because].flatMap((one) => (one === undefined ? [] : removedOf(one)))),
  }
}

function textOf({ frame, text }: Told): string {
  return sentence(frame + text)
}

/** True when a run passed after the source had been changed: what was said before and after it was tried. */
export function isBorneOut(evidence: readonly StepEvidence[]): boolean {
  return evidence.some(({ result, sourceEditedBefore }) => result === 'passed' && sourceEditedBefore)
}

/** Both parts may come from one sentence; what left it is listed once. */
function distinct(spans: readonly RemovedSpan[]): RemovedSpan[] {
  return [...new Map(spans.map((s) => [`${s.step} ${s.part.kind} ${s.part.index} ${s.start}`, s])).values()]
}

function skipped(reason: string): Distilled {
  return { experience: null, skippedBecause: reason, citations: [], removed: [] }
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
