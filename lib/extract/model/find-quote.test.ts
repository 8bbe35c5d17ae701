import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Step, stepText } from '../../memory/trajectory.ts'
import { findQuote } from './find-quote.ts'

const step: Step = {
  n: 7,
  thought: 'The slice stops early, so the\n  last row is lost.',
  actions: [
    { tool: 'bash', text: 'cat paging.py', callId: null },
    { tool: 'bash', text: 'pytest -q (twice) [a|b]', callId: null },
  ],
  observations: [{ text: 'E   KeyError: cursor\n1 failed', exitCode: 1, callId: null, truncated: false }],
  at: null,
  costUsd: null,
}
const said = (quote: string) => {
  const span = findQuote(step, quote)
  return span && [span.part.kind, span.part.index, stepText(step, span.part)?.slice(span.start, span.end)]
}

it.each([
  ['a thought', 'slice stops early', ['thought', 0, 'slice stops early']],
  ['a line that was wrapped', 'so the last row', ['thought', 0, 'so the\n  last row']],
  ['blanks around it', '  cat   paging.py ', ['action', 0, 'cat paging.py']],
  [
    'a second action, signs of patterns and all',
    'pytest -q (twice) [a|b]',
    ['action', 1, 'pytest -q (twice) [a|b]'],
  ],
  ['an output over two lines', 'KeyError: cursor 1 failed', ['observation', 0, 'KeyError: cursor\n1 failed']],
])('finds %s word for word', (_, quote, place) => {
  expect(said(quote)).toEqual(place)
})

it.each([
  ['too short to prove anything', 'the row'],
  ['blanks that hide how short it is', 'a   b   c   d'],
  ['another spelling', 'Slice Stops Early'],
  ['words that stand elsewhere between', 'slice early'],
  ['a quote over two texts', 'is lost. cat paging.py'],
  ['a pattern', 'slice .* early'],
  ['nothing', ''],
])('finds nothing for %s', (_, quote) => {
  expect(said(quote)).toBeNull()
})

it('finds every passage of the step again at a place that holds its words', () => {
  const text = step.thought ?? ''
  fc.assert(
    fc.property(fc.nat({ max: text.length }), fc.nat({ max: text.length }), (a, b) => {
      const quote = text.slice(Math.min(a, b), Math.max(a, b))
      const span = findQuote(step, quote)
      if (quote.replace(/\s/g, '').length < 8) expect(span).toBeNull()
      else expect(text.slice(span?.start, span?.end).split(/\s+/)).toEqual(quote.trim().split(/\s+/))
    }),
    { seed: 4 },
  )
})

it('reads a step without a thought', () => {
  expect(findQuote({ ...step, thought: null }, 'slice stops early')).toBeNull()
  expect(findQuote({ ...step, thought: null }, 'cat paging.py')?.part).toEqual({ kind: 'action', index: 0 })
})
