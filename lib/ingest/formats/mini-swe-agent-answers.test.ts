import { describe, expect, it } from 'vitest'
import { bash, calls, gives, hears, read, says, stepsOf, warningsOf } from '../fixtures/mini-messages.ts'
import { runIn } from '../fixtures/run-of.ts'
import { unwrapObservation } from './mini-swe-agent-run.ts'

describe('what an agent is given', () => {
  it.each<[string, string, number | null, string, boolean]>([
    ['an output', '<returncode>0</returncode>\n<output>\nok\n</output>', 0, 'ok', false],
    ['an output of nothing', '<returncode>0</returncode>\n<output></output>', 0, '', false],
    [
      'an output that keeps its indent',
      '<returncode>0</returncode>\n<output>\n  a\n b\n\n</output>',
      0,
      '  a\n b',
      false,
    ],
    ['a signal', '<returncode>-15</returncode>\n<output>\n</output>', -15, '', false],
    ['no output tags', '<returncode>2</returncode>\nusage: ls\n', 2, 'usage: ls', false],
    [
      'an exception',
      '<exception>timed out</exception>\n<returncode>-1</returncode>\n<output>\npart\n</output>',
      -1,
      'timed out\npart',
      false,
    ],
    [
      'a head and a tail',
      '<returncode>0</returncode>\n<output_head>\na\n</output_head>\n<elided_chars>\n5 characters elided\n</elided_chars>\n<output_tail>\nz\n</output_tail>',
      0,
      'a\n[… 5 characters elided …]\nz',
      true,
    ],
    [
      'a head and a tail without a number',
      '<returncode>0</returncode><output_head>a</output_head><output_tail>z</output_tail>',
      0,
      'a\n[… characters elided …]\nz',
      true,
    ],
    [
      'a head alone',
      '<returncode>0</returncode><output_head>a</output_head>',
      0,
      '<output_head>a</output_head>',
      false,
    ],
    [
      'an exit code beyond whole numbers',
      '<returncode>99999999999999999999</returncode><output>x</output>',
      null,
      'x',
      false,
    ],
    ['a code that is no number', '<returncode>x</returncode>', null, '<returncode>x</returncode>', false],
    [
      'a code after other words',
      'Ran.\n<returncode>0</returncode>',
      null,
      'Ran.\n<returncode>0</returncode>',
      false,
    ],
    [
      'a closing tag before its opening one',
      '<returncode>0</returncode></output>a<output>',
      0,
      '</output>a<output>',
      false,
    ],
    [
      'a Python dict',
      "Observation: {'output': 'a', 'returncode': 1}",
      1,
      "Observation: {'output': 'a', 'returncode': 1}",
      false,
    ],
    [
      'a Python dict that holds another',
      "Observation: {'output': \"{'returncode': 0}\", 'returncode': 7, 'exception_info': ''}",
      7,
      "Observation: {'output': \"{'returncode': 0}\", 'returncode': 7, 'exception_info': ''}",
      false,
    ],
    ['a dict without a code', "Observation: {'output': 'a'}", null, "Observation: {'output': 'a'}", false],
    ['words of a dict', "{'output': 'a', 'returncode': 1}", null, "{'output': 'a', 'returncode': 1}", false],
  ])('is read from %s', (_, content, exitCode, text, truncated) => {
    expect(unwrapObservation(content)).toEqual({ text, exitCode, truncated })
  })

  it('has the exit code that was recorded apart before the one in its text, where it is a whole number', () => {
    const shown = '<returncode>1</returncode>\n<output>\nx\n</output>'
    const code = (returncode: unknown) =>
      stepsOf(says('', { tool_calls: [calls('a', '{}')] }), gives('a', shown, { returncode }))[0]
        ?.observations[0]?.exitCode
    expect([code(0), code(-9), code(1.5), code('0'), code(null)]).toEqual([0, -9, 1, 1, 1])
  })

  it('is the raw output where the message shows nothing', () => {
    const raw = (content: unknown) =>
      stepsOf(says('', { tool_calls: [calls('a', '{}')] }), gives('a', content, { raw_output: 'raw' }))[0]
        ?.observations[0]?.text
    expect([raw(''), raw(null), raw('shown')]).toEqual(['raw', 'raw', 'shown'])
  })

  it('stands at the step that asked, else at the step before it, else nowhere, each counted', () => {
    const ask = says('', { tool_calls: [calls('a', '{}')] })
    expect(warningsOf(gives('z', 'early'), ask, gives('a', 'answer'))).toEqual([
      '1 × tool result whose call id no step made, kept at the step before it',
      '1 × tool result before the first step, left out',
    ])
    const [step] = stepsOf(ask, gives(null, 'answer of no id'))
    expect(step?.observations[0]).toMatchObject({ text: 'answer of no id', callId: null })
  })
})

describe('a message of the user besides the task', () => {
  it('answers the step before it, and is counted only where that was answered', () => {
    expect(warningsOf(says(bash('ls')), hears('a.py'), says(bash('pwd')), hears('/'))).toEqual([])
    const run = read([says(bash('ls')), hears('a.py'), hears('Go on.'), says(bash('pwd')), hears('/')])
    expect(run.steps[0]?.observations.map(({ text }) => text)).toEqual(['a.py', 'Go on.'])
    expect(run.warnings).toEqual([
      '1 × user message besides the task, kept as an observation of the step before it',
    ])
    expect(warningsOf(hears('early'), says(bash('ls')))).toEqual([
      '1 × user message before the first step besides the task, left out',
    ])
  })

  it.each([
    ['the name of how the run ended', 'LimitsExceeded', 1],
    ['that name among blanks', ' LimitsExceeded\n', 1],
    ['nothing', ' ', 1],
    ['something else', 'You have 1 $ left.', 2],
  ])('that ends the run with %s after an answer leaves %s: %i observations', (_, last, count) => {
    const run = read([says(bash('ls')), hears('a.py'), hears(last)], { exit_status: 'LimitsExceeded' })
    expect(run.steps[0]?.observations).toHaveLength(count)
  })

  it('keeps the name of an end that answers a step, and one that is not last', () => {
    const info = { exit_status: 'LimitsExceeded' }
    expect(read([says(bash('ls')), hears('LimitsExceeded')], info).steps[0]?.observations).toHaveLength(1)
    const early = read([says(bash('ls')), hears('a.py'), hears('LimitsExceeded'), says(bash('x'))], info)
    expect(early.steps[0]?.observations).toHaveLength(2)
  })

  it('tells of an answer that was rejected and not recorded', () => {
    const wrong = hears('Exactly one block.', { extra: { interrupt_type: 'FormatError' } })
    expect(warningsOf(says(bash('ls')), hears('a.py'), wrong)).toEqual([
      '1 × answer that the agent rejected and did not record',
    ])
  })
})

describe('a run', () => {
  it('says of a step in the middle that nothing answered it, and not of the last', () => {
    expect(warningsOf(says(bash('ls')), says(bash('pwd')))).toEqual([
      '1 × step with an action that has no observation',
    ])
    const two = says('', { tool_calls: [calls('a', '{}'), calls('b', '{}')] })
    expect(warningsOf(two, gives('a', 'x'), says(bash('pwd')))).toEqual([
      '1 × step with an action that has no observation',
    ])
  })

  it('leaves out messages of roles that it does not know, and quotes little of their names', () => {
    const strange = (role: string) => ({ role, content: 'x' })
    const told = warningsOf(
      strange('critic'),
      strange('critic'),
      strange('r'.repeat(5_000)),
      says(bash('ls')),
    )
    expect(told).toEqual([
      '2 × message of the unknown role "critic", left out',
      `1 × message of the unknown role "${'r'.repeat(40)}", left out`,
    ])
    expect(
      warningsOf({ role: 'developer', content: 'x' }, { role: 'system', content: 'y' }, says(bash('ls'))),
    ).toEqual([])
  })

  it('tells a thousand strange roles in few warnings, and how many there were', () => {
    const told = warningsOf(...Array.from({ length: 1_000 }, (_, i) => ({ role: `r${i}`, content: '' })))
    expect(told.length).toBeLessThan(60)
    expect(told.at(-1)).toBe('950 × oddity of more kinds than are told one by one')
  })

  it('ends as its info says, else as its exit message says', () => {
    const exit = { role: 'exit', content: '', extra: { exit_status: 'Submitted', submission: 'diff' } }
    expect(read([says(bash('ls')), exit])).toMatchObject({ exitStatus: 'Submitted', submission: 'diff' })
    const info = { exit_status: 'LimitsExceeded', submission: 'other' }
    expect(read([says(bash('ls')), exit], info)).toMatchObject({
      exitStatus: 'LimitsExceeded',
      submission: 'other',
    })
    expect(read([says(bash('ls'))])).toMatchObject({ exitStatus: null, submission: null, startedAt: null })
  })

  it.each([
    [
      ['messages', 2, 'content'],
      says(5),
      'step 1: "messages[1].content" has another type than the layout has',
      'file.json · step 1 · messages[1].content',
    ],
    [['role'], { content: 'x' }, '"messages[1].role" is missing', 'file.json · messages[1].role'],
    [
      ['call'],
      says('', { tool_calls: [{ function: {} }] }),
      'step 1: "messages[1].tool_calls[0].function.name" is missing',
      'file.json · step 1 · messages[1].tool_calls[0].function.name',
    ],
  ])('names step and field of a fault (%s)', (_, message, words, place) => {
    expect(() => read([message])).toThrow(
      expect.objectContaining({ message: words, place, code: 'wrong-layout' }),
    )
  })

  it('counts the steps of a fault by the answers before it, of either kind of message', () => {
    const response = { object: 'response', output: [] }
    expect(() => read([says('a'), hears('b'), response, gives('x', 7)])).toThrow(
      'step 2: "messages[4].content"',
    )
  })

  it('is refused where its messages are no list', () => {
    const bad = { trajectory_format: 'mini-swe-agent-1', info: {}, messages: 'none' }
    expect(() => runIn(bad)).toThrow('"messages" has another type than the layout has')
    expect(() => runIn({ trajectory_format: 'mini-swe-agent-1', info: {} })).toThrow('"messages" is missing')
  })
})
