import type { LabComparison, WrongTurns } from '../memory/lab/lab.ts'
import type { PlaygroundAnswer, RetrievalAnswer } from '../memory/retrieval.ts'
import { maskTexts } from './mask-texts.ts'

/** An answer as it leaves for a page, a program or an agent. The question in it stays as it was asked. */
export function maskAnswer(answer: RetrievalAnswer): RetrievalAnswer {
  const { plan, predicted, intent } = answer
  return { ...maskTexts(answer), plan, predicted, intent }
}

/** As `maskAnswer`, with all that the playground draws. */
export function maskPlayground(shown: PlaygroundAnswer): PlaygroundAnswer {
  return { ...maskTexts(shown), answer: maskAnswer(shown.answer) }
}

/** As `maskAnswer`, for each column; what a column was asked stays, for it is how the page knows it again. */
export function maskComparison({ columns, ...rest }: LabComparison): LabComparison {
  return {
    ...maskTexts(rest),
    columns: columns.map((one) => (one.fault ? one : { ...one, answer: maskAnswer(one.answer) })),
  }
}

/** As `maskAnswer`, for the four walls. */
export function maskTurns(turns: WrongTurns): WrongTurns {
  return { ...maskTexts(turns), predicted: turns.predicted }
}
