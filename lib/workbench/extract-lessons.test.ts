import { expect, it } from 'vitest'
import type { Step } from '../memory/trajectory.ts'
import { extractLessons } from './extract-lessons.ts'

/** Steps as an attempt leaves them: `STAGE+ | thought | command | output`, + where a stage begins. */
function stepsOf(...lines: string[]): Step[] {
  return lines.map((line, i) => {
    const [head = '', thought = '', command = '', output = ''] = line.split(' | ')
    const stage = head.replace('+', '')
    const begins = head.endsWith('+') ? `${stage} begins: about ${stage}; one, two\n` : ''
    return {
      n: i + 1,
      thought: `${begins}${stage}: ${thought}`,
      actions: [{ tool: 'bash', text: command, callId: null }],
      observations: [{ text: output, exitCode: 0, callId: null, truncated: false }],
      at: null,
      costUsd: null,
    }
  })
}
const FAILS = 'fails: expected 1, got 2'
const REPRODUCED = [
  'REPRODUCE+ | try plain-input | test f 1: f(1) | passes',
  `REPRODUCE | try zero-input, single-item | test f 2: f([0]) | ${FAILS}`,
]
const ANALYZED = 'ANALYZE+ | most doubtful: a loop-line | open f | code'
const tried = (what: string, output: string, begins = '') =>
  `EDIT${begins} | ${what} of the named-function | edit line 1: "a" -> "b"; test f 2: f([0]) | ${output}`
const verified = (kinds: string, output: string, begins = '') =>
  `VERIFY${begins} | try ${kinds} | test f 3: f([]) | ${output}`
const undone = (output: string) => `VERIFY | did empty-input fail before? | undo; test f 3: f([]) | ${output}`

/** What each stage taught, as it would be told; null = nothing. */
const told = (...lines: string[]) =>
  extractLessons({ steps: stepsOf(...lines) }).map(
    ({ segment, experience }) =>
      `${segment.category}: ${experience ? `${experience.kind}: ${experience.do}` : 'nothing'}`,
  )
const ZERO = 'REPRODUCE: pattern: Run zero-input, single-item first.'

it.each<[string, string[], string[]]>([
  [
    'a change that stood teaches where it was and what helped',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('logic at a return-line', FAILS, '+'),
      tried('boundary at a loop-line', 'passes'),
      verified('empty-input', 'passes', '+'),
    ],
    [
      ZERO,
      'ANALYZE: pattern: Look at a loop-line of the named-function first.',
      'EDIT: pattern: Try boundary first.',
      'VERIFY: nothing',
    ],
  ],
  [
    'changes in vain teach what did not help',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('logic at a return-line', FAILS, '+'),
      tried('boundary at a loop-line', FAILS),
      tried('logic at a loop-line', FAILS),
    ],
    [
      ZERO,
      'ANALYZE: avoid: Do not begin at a loop-line or a return-line.',
      'EDIT: avoid: Do not begin with logic, boundary.',
    ],
  ],
  [
    'a change that a known test refuted did not help, and the test is worth remembering',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('boundary at a loop-line', 'passes', '+'),
      verified('empty-input', FAILS, '+'),
    ],
    [
      ZERO,
      'ANALYZE: avoid: Do not begin at a loop-line.',
      'EDIT: avoid: Do not begin with boundary.',
      'VERIFY: pattern: Run empty-input first.',
    ],
  ],
  [
    'a test that had failed before refutes nothing: another fault is left, and the change stood',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('boundary at a loop-line', 'passes', '+'),
      verified('empty-input', FAILS, '+'),
      undone(FAILS),
    ],
    [
      ZERO,
      'ANALYZE: pattern: Look at a loop-line of the named-function first.',
      'EDIT: pattern: Try boundary first.',
      'VERIFY: nothing',
    ],
  ],
  [
    'a test that is found to have passed before refutes',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('boundary at a loop-line', 'passes', '+'),
      verified('empty-input', FAILS, '+'),
      undone('passes'),
    ],
    [
      ZERO,
      'ANALYZE: avoid: Do not begin at a loop-line.',
      'EDIT: avoid: Do not begin with boundary.',
      'VERIFY: pattern: Run empty-input first.',
    ],
  ],
  [
    'after a refuted change the next one may stand: the lesson comes with the last stage of its kind',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('boundary at a loop-line', 'passes', '+'),
      verified('empty-input', FAILS, '+'),
      tried('logic at a return-line', 'passes'),
      verified('empty-input', 'passes'),
    ],
    [
      ZERO,
      'ANALYZE: pattern: Look at a return-line of the named-function first.',
      'EDIT: nothing',
      'VERIFY: nothing',
      'EDIT: pattern: Try logic first.',
      'VERIFY: pattern: Run empty-input first.',
    ],
  ],
  [
    'rounds teach each for itself',
    [
      ...REPRODUCED,
      ANALYZED,
      tried('boundary at a loop-line', 'passes', '+'),
      verified('empty-input', FAILS, '+'),
      undone(FAILS),
      ...REPRODUCED,
      ANALYZED,
    ],
    [
      ZERO,
      'ANALYZE: pattern: Look at a loop-line of the named-function first.',
      'EDIT: pattern: Try boundary first.',
      'VERIFY: nothing',
      ZERO,
      'ANALYZE: nothing',
    ],
  ],
  [
    'where all tests pass nothing is learned',
    ['REPRODUCE+ | try plain-input | test f 1: f(1) | passes'],
    ['REPRODUCE: nothing'],
  ],
  ['of nothing nothing is learned', [], []],
  ['what is said of no stage is no stage', ['HELLO | what | ls | out'], []],
])('%s', (_, lines, expected) => {
  expect(told(...lines)).toEqual(expected)
})

it('asking memory and keeping a step are no tests: they decide nothing', () => {
  const asked = (stage: string, begins = '+') => [
    `${stage}${begins} | what is known about this? | recall ${stage} | Try logic first.`,
    `${stage} | this will be worth writing down | reserve ${stage} | a step is kept`,
  ]
  expect(
    told(
      ...asked('REPRODUCE'),
      ...REPRODUCED.map((line) => line.replace('+', '')),
      ...asked('ANALYZE'),
      ANALYZED.replace('+', ''),
      ...asked('EDIT'),
      tried('boundary at a loop-line', 'passes'),
      ...asked('VERIFY'),
      verified('empty-input', 'passes'),
    ),
  ).toEqual([
    ZERO,
    'ANALYZE: pattern: Look at a loop-line of the named-function first.',
    'EDIT: pattern: Try boundary first.',
    'VERIFY: nothing',
  ])
})

it('tells where each stage is, what it was about, and what it taught', () => {
  const [reproduce, analyze] = extractLessons({ steps: stepsOf(...REPRODUCED, ANALYZED) })
  expect(reproduce).toMatchObject({
    segment: { category: 'REPRODUCE', fromStep: 1, toStep: 2 },
    description: { objective: 'about REPRODUCE', keywords: ['one', 'two'] },
    experience: { because: 'Of the tests that were run, number 2 failed.' },
  })
  expect(analyze).toMatchObject({
    segment: { category: 'ANALYZE', fromStep: 3, toStep: 3 },
    experience: null,
  })
})
