import type { Category } from '../../memory/category.ts'
import type { RemovedSpan } from '../../memory/subtask.ts'
import type { Span, Step } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { isWellKnown } from '../well-known-names.ts'
import { abstractText } from './abstract-text.ts'
import type { Part } from './part.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** The situation: an error with a readable message, else a sentence, else an error class that tells something alone. */
export function symptomOf(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
  fromSentences: () => Part | null,
): Part | null {
  const seen = symptomPart(category, steps, evidence, names)
  return seen?.text.includes(': ') ? seen : (fromSentences() ?? seen)
}

/** "A run fails with KeyError: ..." from the last traceback that the subtask itself saw. */
function symptomPart(
  category: Category,
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
): Part | null {
  if (category === 'EDIT') return null
  const error = lastError(
    steps.filter((_, i) => evidence[i]?.result === 'failed'),
    names,
  )
  return error === null || /^(?:AssertionError|Exception|RuntimeError|SystemExit)$/.test(error.text)
    ? null
    : { text: `A run fails with ${error.text}.`, spans: [error.span], removed: error.removed, from: null }
}

const ERROR_LINE =
  /^(?:E {1,6})?(?:[\w.]{1,80}\.)?([A-Z]\w{2,40}(?:Error|Exception))\b(?::[ \t]*([^\n]{0,160}))?$/gm

/** The last named error of the outputs, with its message abstracted and cut to 10 words. */
function lastError(
  steps: readonly Step[],
  names: LocalNames,
): { text: string; span: Span; removed: RemovedSpan[] } | null {
  for (const step of steps.toReversed()) {
    for (const [index, observation] of step.observations.entries()) {
      const offset = Math.max(0, observation.text.length - 8000)
      const match = [...observation.text.slice(offset).matchAll(ERROR_LINE)].at(-1)
      const name = match?.[1]
      if (match === undefined || name === undefined || !isWellKnown(name, names.own)) continue
      const message = match[2]?.trim() ?? ''
      const start = offset + match.index + match[0].lastIndexOf(message === '' ? name : message)
      const part = { kind: 'observation' as const, index }
      const span: Span = {
        step: step.n,
        part,
        start: offset + match.index,
        end: offset + match.index + match[0].length,
      }
      const abstract = abstractText(message, names, step.n + 1)
      const words = abstract.text.replace(/[\s.:;,]+$/, '').split(' ')
      const isReadable =
        message !== '' &&
        words.length <= 14 &&
        /[a-z]{3} [a-z]/.test(abstract.text) &&
        scanLeaks(abstract.text, names.own).length === 0 &&
        !/[{}[\]<>=]|\bthe number\b|\banother\b/.test(abstract.text)
      const removed = abstract.removed.map(
        (r): RemovedSpan => ({
          step: step.n,
          part,
          start: start + r.start,
          end: start + r.end,
          type: r.type,
        }),
      )
      return {
        text: isReadable ? `${name}: ${words.join(' ')}` : name,
        span,
        removed: isReadable ? removed : [],
      }
    }
  }
  return null
}
