import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import { segmentEvidence } from '../rules/segment.ts'
import { stagesOfSteps } from '../rules/stage-of-step.ts'
import type { DistilAnswer, JudgeAnswer } from './answers.ts'
import { extractWithModel } from './extract-with-model.ts'
import type { Asked, StageToRead } from './requests.ts'

const trajectory = makeRun(LOOPED_RUN)
const segments = segmentEvidence(stagesOfSteps(trajectory))

function stageOf(category: string): StageToRead {
  const segment = segments.find((one) => one.category === category)
  if (!segment) throw new Error(`the run has no ${category} stage`)
  return { trajectory, segments, segment }
}

const JUDGED: JudgeAnswer = {
  verdict: 'correct',
  because: 'The run fails with the reported fault.',
  step: 4,
  quote: 'Traceback (most recent call last):',
}
const DISTILLED: DistilAnswer = {
  keep: true,
  why_not: '',
  objective: 'Make a page boundary fault show by asking for exactly one full page',
  keywords: ['off-by-one', 'page boundary', 'Pagination'],
  title: 'Ask for exactly one full page',
  when: 'A listing is said to lose rows at a page boundary.',
  do: 'Ask for exactly as many rows as one page holds and assert the number that comes back.',
  because: 'Fewer rows never reach the upper bound, so only a full page shows a wrong comparison.',
  check: 'The assertion fails before the change.',
  cites: [
    { part: 'when', step: 3, quote: 'requests exactly one full page' },
    { part: 'do', step: 3, quote: 'requests exactly one full page' },
    { part: 'because', step: 3, quote: 'fewer rows never reach the upper bound' },
    { part: 'check', step: 4, quote: 'File "repro.py", line 2 AssertionError' },
  ],
}

/** Answers in the order in which they are asked for; what was asked is kept. */
function ask(stage: StageToRead, ...answers: unknown[]) {
  const given = new Map<string, unknown>()
  const asked: Asked<unknown>[] = []
  for (;;) {
    const progress = extractWithModel(stage, ({ system, user }) => given.get(system + user) ?? null)
    if ('done' in progress) return { asked, done: progress.done }
    asked.push(progress.need)
    if (asked.length > answers.length) return { asked, done: null }
    given.set(progress.need.system + progress.need.user, answers[asked.length - 1])
  }
}

it('asks for a verdict first, then by the prompt that fits it', () => {
  for (const [verdict, prompt] of [
    ['correct', 'distil-success@1'],
    ['incorrect', 'distil-failure@1'],
    ['undetermined', 'distil-undetermined@1'],
  ] as const) {
    const { asked, done } = ask(stageOf('REPRODUCE'), { ...JUDGED, verdict })
    expect(asked.map((one) => one.prompt)).toEqual(['judge@1', prompt])
    expect(done).toBeNull()
  }
})

it('turns an answer into d and e with the places its quotes stand at, whatever way lines were wrapped', () => {
  const { done } = ask(stageOf('REPRODUCE'), JUDGED, DISTILLED)
  expect(done).toMatchObject({
    verdict: 'correct',
    refused: false,
    skippedBecause: null,
    description: { keywords: ['off-by-one', 'page boundary', 'pagination'] },
    experience: { kind: 'pattern', title: 'Ask for exactly one full page' },
  })
  const quoted = done?.citations.map(({ part, span }) => {
    const step = trajectory.steps[span.step - 1]
    const text = span.part.kind === 'thought' ? step?.thought : step?.observations[0]?.text
    return [part, text?.slice(span.start, span.end)]
  })
  expect(quoted).toEqual([
    ['when', 'requests exactly one full page'],
    ['do', 'requests exactly one full page'],
    ['because', 'fewer rows never reach the upper bound'],
    ['check', 'File "repro.py", line 2\nAssertionError'],
  ])
})

it('shows a model nothing that comes after the stage', () => {
  for (const segment of segments) {
    const progress = extractWithModel({ trajectory, segments, segment }, () => null)
    const { user } = 'need' in progress ? progress.need : { user: '' }
    expect(user).toContain(`[step ${segment.toStep}]`)
    expect(user).not.toContain(`[step ${segment.toStep + 1}]`)
  }
})

it.each([
  ['a local name', { do: 'Call page_rows with a full page.' }, 'do holds "page_rows"'],
  [
    'a path among the keywords',
    { keywords: ['a', 'b', 'shop/paging.py'] },
    'keywords holds "shop/paging.py"',
  ],
  [
    'a quote that does not stand there',
    { cites: [{ part: 'do', step: 3, quote: 'asks for a full page' }] },
    'does not stand word for word in step 3',
  ],
  [
    'a quote from a later stage',
    { cites: [{ part: 'do', step: 11, quote: 'run the whole test suite' }] },
    'does not stand word for word in step 11',
  ],
  ['too many words', { because: 'word '.repeat(120) }, 'at most 110'],
  ['too few keywords', { keywords: ['off-by-one'] }, 'there are 1 keywords'],
] as const)('sends back an answer with %s once, naming it, and refuses the second', (_, change, fault) => {
  const faulty = { ...DISTILLED, ...change }
  const stage = stageOf('REPRODUCE')
  const mended = ask(stage, JUDGED, faulty, DISTILLED)
  expect(mended.asked[2]?.user).toContain(fault)
  expect(mended.done?.experience?.title).toBe(DISTILLED.title)
  const { asked, done } = ask(stage, JUDGED, faulty, faulty)
  expect(asked).toHaveLength(3)
  expect(done).toMatchObject({ experience: null, refused: true })
  expect(done?.skippedBecause).toContain(fault)
})

it('refuses a verdict whose words stand outside the stage', () => {
  const elsewhere = { ...JUDGED, step: 11, quote: 'run the whole test suite' }
  const { asked } = ask(stageOf('REPRODUCE'), elsewhere)
  expect(asked[1]?.user).toContain('step 11 is outside the stage')
  expect(ask(stageOf('REPRODUCE'), elsewhere, elsewhere).done).toMatchObject({ refused: true })
})

it('keeps nothing, with the reason, where the model found nothing to keep', () => {
  const { done } = ask(
    stageOf('VERIFY'),
    { ...JUDGED, verdict: 'undetermined', quote: '' },
    {
      ...DISTILLED,
      keep: false,
      why_not: 'it only ran the suite',
    },
  )
  expect(done).toMatchObject({ experience: null, refused: false, skippedBecause: 'it only ran the suite' })
})
