import type { Comparison } from '../memory/compare.ts'
import type { PlaygroundAnswer, RetrievalAnswer, WhatIf } from '../memory/retrieval.ts'
import { maskTexts } from './mask-texts.ts'

/** An answer as it leaves for a page, a program or an agent. The question in it stays as it was asked. */
export function maskAnswer(answer: RetrievalAnswer): RetrievalAnswer {
  const { plan, predicted, intent } = answer
  return { ...maskTexts(answer), plan, predicted, intent }
}

/** As `maskAnswer`, with all that the playground draws. */
export function maskPlayground(shown: PlaygroundAnswer): PlaygroundAnswer {
  const { asked, read, answer, whatIf } = shown
  return { ...maskTexts(shown), asked, read, answer: maskAnswer(answer), whatIf: maskWhatIf(whatIf) }
}

/** As `maskAnswer`, for each column; what a column was asked stays, for it is how the page knows it again. */
export function maskComparison({ columns, whatIf, ...rest }: Comparison): Comparison {
  return {
    ...maskTexts(rest),
    whatIf: maskWhatIf(whatIf),
    columns: columns.map((one) => (one.fault ? one : { ...one, answer: maskAnswer(one.answer) })),
  }
}

function maskWhatIf<Given extends WhatIf | null>(whatIf: Given): Given {
  return whatIf && { ...maskTexts(whatIf), predicted: whatIf.predicted }
}
