import type { Citation, Description, Experience } from '../../memory/subtask.ts'
import type { Span } from '../../memory/trajectory.ts'
import { localNamesOf } from '../local-names.ts'
import { type DistilAnswer, distilAnswerSchema, judgeAnswerSchema, type Verdict } from './answers.ts'
import { checkAnswer, faultsOfVerdict } from './check-answer.ts'
import { findQuote } from './find-quote.ts'
import { type Asked, distilRequest, judgeRequest, retryRequest, type StageToRead } from './requests.ts'

/** Name of this extractor; the model's own name and the prompts' versions are recorded beside it. */
export const MODEL_EXTRACTOR = 'model-v1'

/** What the model made of one stage. Without an experience `skippedBecause` says why, in the model's words or ours. */
export interface ModelExtraction {
  verdict: Verdict
  /** Why the verdict, in the model's words. */
  because: string
  /** The words that the verdict rests on; null when it is undetermined. */
  evidence: Span | null
  description: Description | null
  experience: Experience | null
  citations: Citation[]
  skippedBecause: string | null
  /** True when the answer stayed faulty after its one retry. */
  refused: boolean
}

export type Progress = { need: Asked<unknown> } | { done: ModelExtraction }

/** The value that was answered to a request, or null while there is none. */
export type AnswerOf = (asked: Asked<unknown>) => unknown | null

/**
 * Judge, then distil by the prompt that fits (paper §3.5), one stage at a time: either the next request that needs an answer, or
 * the result. Pure: whoever calls it gets the answers and calls again, so that a kill, a cap or a person in between changes nothing.
 * A faulty answer is sent back once, with its faults named; a second one is refused.
 */
export function extractWithModel(stage: StageToRead, answerOf: AnswerOf): Progress {
  const judge = judgeRequest(stage)
  const judged = withOneRetry(judge, answerOf, (answer) =>
    faultsOfVerdict(judgeAnswerSchema.parse(answer), stage),
  )
  if ('need' in judged) return judged
  const { verdict, because, step, quote } = judgeAnswerSchema.parse(judged.answer)
  const cited = stage.trajectory.steps.find(({ n }) => n === step)
  const evidence = verdict === 'undetermined' || !cited ? null : findQuote(cited, quote)
  const none = { verdict, because, evidence, description: null, experience: null, citations: [] }
  const done = (rest: Partial<ModelExtraction>): Progress => ({
    done: { ...none, skippedBecause: null, refused: false, ...rest },
  })
  if (judged.faults.length > 0) return done({ skippedBecause: refusal(judged.faults), refused: true })

  const { own } = localNamesOf(stage.trajectory)
  const check = (answer: unknown) => checkAnswer(distilAnswerSchema.parse(answer), verdict, stage, own)
  const distil = withOneRetry(distilRequest(stage, { verdict, because }), answerOf, (answer) => {
    if (!(answer as DistilAnswer).keep) return []
    const result = check(answer)
    return 'faults' in result ? result.faults : []
  })
  if ('need' in distil) return distil
  if (distil.faults.length > 0) return done({ skippedBecause: refusal(distil.faults), refused: true })
  const answer = distilAnswerSchema.parse(distil.answer)
  if (!answer.keep) return done({ skippedBecause: answer.why_not.trim() || 'the model kept nothing' })
  const result = check(answer)
  return 'checked' in result
    ? done(result.checked)
    : done({ skippedBecause: refusal(result.faults), refused: true })
}

type Settled = { need: Asked<unknown> } | { answer: unknown; faults: string[] }

/** An answer that is free of faults, or after one retry with those it still has; else the request to answer next. */
export function withOneRetry<T>(
  asked: Asked<T>,
  answerOf: AnswerOf,
  faultsOf: (answer: T) => string[],
): Settled {
  const first = answerOf(asked) as T | null
  if (first === null) return { need: asked }
  const faults = faultsOf(first)
  if (faults.length === 0) return { answer: first, faults }
  const again = retryRequest(asked, first, faults)
  const second = answerOf(again) as T | null
  return second === null ? { need: again } : { answer: second, faults: faultsOf(second) }
}

function refusal(faults: readonly string[]): string {
  return `the model's answer was refused twice: ${faults.join('; ')}`
}
