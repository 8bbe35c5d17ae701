import type { ExperiencePart } from '../memory/experience.ts'
import type { RemovedSpan } from '../memory/subtask.ts'
import type { Candidate } from './candidates.ts'
import { capital, shorten } from './imperative.ts'
import type { Part } from './part.ts'
import { sentence } from './phrases.ts'

/** Words a part may have; with a title of 12 that makes the 120 of an experience. Ours. */
const MAX_WORDS: Record<ExperiencePart, number> = { when: 24, do: 32, because: 30, check: 22 }

/** True when the sentence, shortened at most, has room in the part. */
export function fits(part: ExperiencePart, c: Candidate): boolean {
  return c.words <= MAX_WORDS[part] || shorten(cleanPart(part, c.text), MAX_WORDS[part]) !== null
}

/** The sentence as a part of an experience, with the span it rests on and what abstraction took out of it. */
export function partOf(part: ExperiencePart, c: Candidate): Part {
  const text = shorten(cleanPart(part, c.text), MAX_WORDS[part]) ?? c.text
  return { text: sentence(text), spans: [c.span], removed: removedOf(c), from: c }
}

export const CAUSE_FRAME =
  /^(?:so )?(?:the|this|my|a) (?:main |real |actual |core |underlying )?(?:root cause|cause|reason|issue|problem|bug|culprit|error|key)(?: here)? (?:is|was|seems to be)(?: simply| just)? (?:that|because) |^the (?:issue|error|problem|bug|failure|exception) (?:specifically |only |also )?(?:occurs|occurred|arises|arose|happens|happened) (?:because|since) |^(?:this|that|it)(?: is|'s) (?:because|since) |^because |^the cause is (?:proved|clear|found): /i

/** Without the words that only announce a cause. */
export function cleanPart(part: ExperiencePart, text: string): string {
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
