import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import { segmentEvidence } from '../rules/segment.ts'
import { stagesOfSteps } from '../rules/stage-of-step.ts'
import type { LessonAnswer, LessonsAnswer } from './answers.ts'
import { readRun } from './read-run.ts'
import type { Asked } from './requests.ts'

const trajectory = makeRun(LOOPED_RUN)
const run = { trajectory, segments: segmentEvidence(stagesOfSteps(trajectory)) }
const reproduce = run.segments.findIndex(({ category }) => category === 'REPRODUCE') + 1

const LESSON: LessonAnswer = {
  subtask: reproduce,
  category: 'REPRODUCE',
  objective: 'Make a page boundary fault show by asking for exactly one full page',
  keywords: ['off-by-one', 'page boundary', 'Pagination'],
  title: 'Ask for exactly one full page',
  kind: 'pattern',
  when: 'A listing is said to lose rows at a page boundary.',
  do: 'Ask for exactly as many rows as one page holds and assert the number that comes back.',
  because: 'Fewer rows never reach the upper bound, so only a full page shows a wrong comparison.',
  check: 'The assertion fails before the change.',
  worth: 3,
  cure: 'run-and-seen',
  cites: [
    { part: 'when', step: 3, quote: 'requests exactly one full page' },
    { part: 'because', step: 3, quote: 'fewer rows never reach the upper bound' },
    { part: 'check', step: 4, quote: 'File "repro.py", line 2 AssertionError' },
  ],
}
const answer = (...lessons: LessonAnswer[]): LessonsAnswer => ({ stages: [], lessons })

/** Answers in the order in which they are asked for; what was asked is kept. */
function ask(given: unknown[], of = run) {
  const known = new Map<string, unknown>()
  const asked: Asked<unknown>[] = []
  for (;;) {
    const progress = readRun(of, ({ user }) => known.get(user) ?? null)
    if ('done' in progress) return { asked, done: progress.done }
    asked.push(progress.need)
    if (asked.length > given.length) return { asked, done: null }
    known.set(progress.need.user, given[asked.length - 1])
  }
}

it('asks once for a whole run and keeps what stands in its steps, whatever way lines were wrapped', () => {
  const { asked, done } = ask([answer(LESSON)])
  expect(asked.map(({ prompt }) => prompt)).toEqual(['lessons@2'])
  expect(asked[0]?.user).toContain(`[step ${trajectory.steps.length}]`)
  expect(done?.refused).toEqual([])
  expect(done?.lessons).toMatchObject([
    { stage: reproduce - 1, category: 'REPRODUCE', worth: 3, cure: 'run-and-seen' },
  ])
  expect(done?.lessons[0]?.description.keywords).toEqual(['off-by-one', 'page boundary', 'pagination'])
  const quoted = done?.lessons[0]?.citations.map(({ part, span }) => {
    const step = trajectory.steps[span.step - 1]
    const text = span.part.kind === 'thought' ? step?.thought : step?.observations[0]?.text
    return [part, text?.slice(span.start, span.end)]
  })
  expect(quoted).toEqual([
    ['when', 'requests exactly one full page'],
    ['because', 'fewer rows never reach the upper bound'],
    ['check', 'File "repro.py", line 2\nAssertionError'],
  ])
})

it('a run may hold nothing, and a lesson may do without a check', () => {
  expect(ask([answer()]).done).toMatchObject({ lessons: [], refused: [] })
  const { done } = ask([answer({ ...LESSON, check: null, cites: LESSON.cites.slice(0, 2) })])
  expect(done?.lessons[0]?.experience.check).toBe('')
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
    { cites: [...LESSON.cites, { part: 'do', step: 3, quote: 'asks for a full page' } as const] },
    'does not stand word for word in step 3',
  ],
  [
    'a quote of one word',
    { cites: [...LESSON.cites, { part: 'do', step: 4, quote: 'AssertionError' } as const] },
    'or is too short',
  ],
  ['no quote for its mechanism', { cites: LESSON.cites.slice(0, 1) }, 'because has no citation'],
  ['too many words', { because: 'word '.repeat(120) }, 'at most 120'],
  ['too few keywords', { keywords: ['off-by-one'] }, 'there are 1 keywords'],
  ['a stage that is not there', { subtask: 99 }, 'there is no stage 99'],
] as const)(
  'sends back an answer with %s once, naming it; the second time refuses that lesson alone',
  (_, change, fault) => {
    const faulty = { ...LESSON, title: 'Faulty', ...change } as LessonAnswer
    const mended = ask([answer(LESSON, faulty), answer(LESSON)])
    expect(mended.asked[1]?.user).toContain(`lesson 2: `)
    expect(mended.asked[1]?.user).toContain(fault)
    expect(mended.done?.refused).toEqual([])
    const { asked, done } = ask([answer(LESSON, faulty), answer(LESSON, faulty)])
    expect(asked).toHaveLength(2)
    expect(done?.lessons.map(({ experience }) => experience.title)).toEqual([LESSON.title])
    expect(done?.refused).toMatchObject([{ because: expect.stringContaining(fault) }])
  },
)

it('a stage whose category is wrong is corrected; one that is not there is a fault', () => {
  const stages = [{ subtask: 1, category: 'VERIFY' as const, why: 'It only runs tests.' }]
  const { done } = ask([{ lessons: [], stages }])
  expect(done?.segments.map(({ category }) => category)).toEqual([
    'VERIFY',
    ...run.segments.slice(1).map(({ category }) => category),
  ])
  const wrong = { lessons: [], stages: [{ subtask: 99, category: 'EDIT' as const, why: '' }] }
  expect(ask([wrong]).asked[1]?.user).toContain('there is no stage 99 to correct')
})

it('a run in two parts is asked twice; of lessons of both that cite the same step the one of more worth stays', () => {
  const long = makeRun(
    Array.from({ length: 150 }, (_, i) => [
      `The value of round ${i} is lost here. ${'t'.repeat(4_000)}`,
      'cat a.py',
      'o'.repeat(9_000),
    ]),
  )
  const segments = segmentEvidence(stagesOfSteps(long))
  const cited = (step: number, change: Partial<LessonAnswer>) => ({
    ...LESSON,
    ...{ subtask: 1, category: 'ANALYZE' as const, ...change },
    cites: (['when', 'because'] as const).map((part) => ({
      ...{ part, step, quote: `The value of round ${step - 1}` },
    })),
  })
  const first = answer(cited(75, { worth: 2, title: 'A' }), cited(2, { title: 'Beginning' }))
  const second = answer(cited(75, { worth: 3, title: 'B' }), cited(149, { title: 'End' }))
  const { asked, done } = ask([first, second], { trajectory: long, segments })
  expect(asked).toHaveLength(2)
  expect(done?.lessons.map(({ experience }) => experience.title)).toEqual(['B', 'Beginning', 'End'])
})
