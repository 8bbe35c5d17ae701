import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import type { DistilAnswer, JudgeAnswer } from './answers.ts'
import { checkAnswer, faultsOfVerdict } from './check-answer.ts'
import { questionReading, questionRequest } from './question-request.ts'

const stage = {
  trajectory: makeRun(LOOPED_RUN),
  segments: [],
  segment: { category: 'REPRODUCE' as const, fromStep: 3, toStep: 4 },
}
const GOOD: DistilAnswer = {
  keep: true,
  why_not: '',
  objective: ' Make a page boundary fault show by asking for one full page ',
  keywords: ['Off-by-one', ' page boundary ', 'pagination'],
  title: 'Ask for exactly one full page',
  when: 'A listing is said to lose rows at a page boundary.',
  do: 'Ask for exactly as many rows as one page holds.',
  because: 'Fewer rows never reach the upper bound.',
  check: '',
  cites: [
    { part: 'when', step: 3, quote: 'requests exactly one full page' },
    { part: 'do', step: 3, quote: 'requests exactly one full page' },
    { part: 'because', step: 3, quote: 'fewer rows never reach the upper bound' },
  ],
}
const faults = (change: Partial<DistilAnswer>) => {
  const found = checkAnswer({ ...GOOD, ...change }, 'correct', stage, 'shop')
  return 'faults' in found ? found.faults : []
}

it('takes a sound answer in the store’s own terms, a part without words needs no citation', () => {
  const found = checkAnswer(GOOD, 'incorrect', stage, 'shop')
  if ('faults' in found) throw new Error(found.faults.join())
  expect(found.checked.description).toEqual({
    objective: 'Make a page boundary fault show by asking for one full page',
    keywords: ['off-by-one', 'page boundary', 'pagination'],
  })
  expect(found.checked.experience).toMatchObject({ kind: 'avoid', check: '', title: GOOD.title })
  expect(found.checked.citations.map(({ part, span }) => [part, span.step])).toEqual([
    ['when', 3],
    ['do', 3],
    ['because', 3],
  ])
})

const words = (n: number) => Array.from({ length: n }, () => 'row').join(' ')

it.each<[string, Partial<DistilAnswer>, string]>([
  ['an empty part', { because: ' ' }, 'because is empty'],
  ['a long objective', { objective: words(26) }, 'objective has 26 words; at most 25'],
  ['a long title', { title: words(11) }, 'title has 11 words; at most 10'],
  ['a long lesson', { do: words(100) }, 'title, when, do, because and check have'],
  ['two keywords', { keywords: ['a', 'b'] }, 'there are 2 keywords; 3 to 6 are asked for'],
  ['seven keywords', { keywords: [...'abcdefg'] }, 'there are 7 keywords; 3 to 6 are asked for'],
  ['a blank keyword', { keywords: ['a', 'b', 'c', ' '] }, 'there are 3 keywords; 3 to 6 are asked for'],
  [
    'a path',
    { do: 'Mend shop/paging.py first.' },
    'do holds "shop/paging.py", which looks like a path or file name',
  ],
  [
    'a name in a keyword',
    { keywords: ['a', 'b', 'page_rows'] },
    'keywords holds "page_rows", which looks like a name',
  ],
  ['the project’s own name', { when: 'When Acmeshop is slow.' }, ''],
  ['an address in the check', { check: 'See https://x.example/a.' }, 'check holds "https://x.example/a"'],
  [
    'a quote that nobody wrote',
    { cites: [...GOOD.cites, { part: 'do', step: 3, quote: 'nobody ever wrote this' }] },
    '"nobody ever wrote this" does not stand word for word in step 3',
  ],
  [
    'a quote of a later stage',
    { cites: [...GOOD.cites, { part: 'do', step: 5, quote: 'change the comparison' }] },
    '"change the comparison" does not stand word for word in step 5',
  ],
  [
    'a part without a citation',
    { check: 'It fails before the change.' },
    'check has no citation that stands in the steps',
  ],
])('names %s in words that a model can act on', (_, change, fault) => {
  const found = faults(change)
  if (fault === '') expect(found).toEqual([])
  else
    expect(
      found.filter((one) => one.startsWith(fault)),
      found.join('; '),
    ).toHaveLength(1)
})

it.each<[string, Partial<JudgeAnswer>, string[]]>([
  ['a quote of the stage', {}, []],
  ['no verdict, whatever it quotes', { verdict: 'undetermined', step: 99, quote: '' }, []],
  [
    'a step before the stage',
    { step: 2 },
    ['step 2 is outside the stage; name the step of this stage that decides'],
  ],
  [
    'a step after the stage',
    { step: 5 },
    ['step 5 is outside the stage; name the step of this stage that decides'],
  ],
  [
    'words that stand in another step',
    { step: 3 },
    ['"Traceback (most recent call last):" does not stand word for word in step 3'],
  ],
])('a verdict rests on %s', (_, change, wanted) => {
  const verdict: JudgeAnswer = {
    verdict: 'correct',
    because: '',
    step: 4,
    quote: 'Traceback (most recent call last):',
  }
  expect(faultsOfVerdict({ ...verdict, ...change }, stage)).toEqual(wanted)
})

it('reads P(z) as shares of its sum, and no reading out of zeros or of anything else', () => {
  const weights = { ANALYZE: 0.2, REPRODUCE: 0, EDIT: 0.6, VERIFY: 0 }
  const { probabilities } = questionReading('subtask', weights) ?? {}
  expect(probabilities?.EDIT).toBeCloseTo(0.75, 12)
  expect(Object.values(probabilities ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  for (const nothing of [{ ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0 }, { ...weights, EDIT: 2 }, null, {}])
    expect(questionReading('subtask', nothing)).toBeNull()
})

it('reads a plan with its texts trimmed, and none out of an empty one', () => {
  const step = { category: 'ANALYZE', objective: ' find it ', keywords: [' Page '] }
  expect(questionReading('task', { plan: [step] })?.plan).toEqual([
    { category: 'ANALYZE', description: { objective: 'find it', keywords: ['page'] } },
  ])
  expect(questionReading('task', { plan: [] })).toBeNull()
  expect(questionReading('task', { plan: [{ ...step, category: 'OTHER' }] })).toBeNull()
})

it('shows a model a question without its secrets, its middle left out where it is long, in whole characters', () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
  const { user } = questionRequest({ text: ` push with ${secret} `, mode: 'subtask' })
  expect(user).not.toContain(secret)
  expect(user).toContain(`push with ${'•'.repeat(secret.length)}\n`)
  for (const lead of ['', 'x']) {
    const long = questionRequest({ text: lead + '😀'.repeat(20_000), mode: 'task' }).user
    expect(long).toContain('characters left out')
    expect(long.length).toBeLessThan(12_200)
    expect(long.isWellFormed()).toBe(true)
  }
})
