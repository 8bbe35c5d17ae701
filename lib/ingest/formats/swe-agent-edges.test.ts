import { describe, expect, it } from 'vitest'
import { runIn } from '../fixtures/run-of.ts'

type Item = Record<string, unknown>

const PROMPT = { role: 'user', content: 'Mend the till', agent: 'main' }
const read = (parts: Item, fileName = 'corner__shop-1.traj') =>
  runIn({ history: [PROMPT], ...parts }, fileName)
const stepsOf = (...trajectory: Item[]) => read({ trajectory }).steps
const fromHistory = (...history: Item[]) => read({ history: [PROMPT, ...history] })
const acts = (action: string, id?: string, name = 'bash'): Item => ({
  role: 'assistant',
  content: `I do ${action}`,
  action,
  ...(id === undefined ? {} : { tool_calls: [{ id, function: { name, arguments: '{}' } }] }),
})

describe('a recorded step', () => {
  it.each<[string, Item, { thought: string | null; actions: number; observations: number }]>([
    [
      'whole',
      { action: 'ls\n', observation: 'a.py', thought: ' look \n', response: 'look ls' },
      { thought: 'look', actions: 1, observations: 1 },
    ],
    [
      'without a thought',
      { action: 'ls', observation: '', thought: '', response: 'ls' },
      { thought: null, actions: 1, observations: 1 },
    ],
    [
      'whose answer could not be read',
      { action: '', observation: 'Your output was malformated', response: ' no block ' },
      { thought: 'no block', actions: 0, observations: 1 },
    ],
    [
      'of a thought and no action',
      { action: ' ', observation: null, thought: 'hm', response: 'hm' },
      { thought: 'hm', actions: 0, observations: 0 },
    ],
    [
      'of an action nobody answered',
      { action: 'exit', observation: null },
      { thought: null, actions: 1, observations: 1 },
    ],
    ['of nothing', { action: '' }, { thought: null, actions: 0, observations: 0 }],
  ])('%s', (_, step, { thought, actions, observations }) => {
    const [read] = stepsOf(step, { action: 'x' })
    expect(read?.thought).toBe(thought)
    expect([read?.actions.length, read?.observations.length]).toEqual([actions, observations])
  })

  it('loses one line feed at the end of its action and no more', () => {
    expect(stepsOf({ action: 'a\n\n' }, { action: '\n b ' }).map(({ actions }) => actions[0]?.text)).toEqual([
      'a\n',
      '\n b ',
    ])
  })

  it.each([
    ['OBSERVATION:\nout\r\nput', 'out\nput', false],
    ['said OBSERVATION:\nout', 'said OBSERVATION:\nout', false],
    ['a\rb', 'a\rb', false],
    ['x <response clipped> y', 'x <response clipped> y', true],
    ['Observation: Command output was too long', 'Observation: Command output was too long', true],
    ['[1 character truncated]', '[1 character truncated]', true],
    ['[12 characters truncated]', '[12 characters truncated]', true],
    ['40 characters elided', '40 characters elided', true],
    ['[x characters truncated]', '[x characters truncated]', false],
  ])('shows %o as %o, cut by its source: %s', (observation, text, truncated) => {
    expect(stepsOf({ action: 'a', observation })[0]?.observations).toEqual([
      { text, exitCode: null, callId: null, truncated },
    ])
  })

  it('has the call of the message that asked for the same action, each message once and in order', () => {
    const history = [PROMPT, acts('ls', 'h0'), acts('cat', 'h1'), acts('ls', 'h2', 'editor')]
    const read = (...actions: string[]) =>
      runIn({ history, trajectory: actions.map((action) => ({ action, observation: 'x' })) }).steps.map(
        ({ actions: [one], observations }) => [one?.callId, one?.tool, observations[0]?.callId],
      )
    expect(read('ls', 'cat', 'ls')).toEqual([
      ['h0', 'bash', 'h0'],
      ['h1', 'bash', 'h1'],
      ['h2', 'editor', 'h2'],
    ])
    // A message before the one that was found does not come back.
    expect(read('cat', 'ls', 'ls').map(([callId]) => callId)).toEqual(['h1', 'h2', null])
    expect(read('pwd', 'ls').map(([callId]) => callId)).toEqual([null, 'h0'])
  })
})

describe('a run that has only its history', () => {
  it('joins results by call id, else to the step before them', () => {
    const run = fromHistory(
      acts('ls', 'a'),
      acts('pwd', 'b'),
      { role: 'tool', content: 'of b', tool_call_ids: ['b'] },
      { role: 'tool', content: 'of a', tool_call_ids: ['a'] },
      { role: 'user', content: 'of nobody' },
      { role: 'tool', content: 'of c', tool_call_ids: ['c'] },
    )
    expect(run.steps.map(({ observations }) => observations.map(({ text }) => text))).toEqual([
      ['of a'],
      ['of b', 'of nobody', 'of c'],
    ])
  })

  it('leaves out what comes before the first step, system messages and demonstrations', () => {
    const run = fromHistory(
      { role: 'tool', content: 'early' },
      { role: 'system', content: 's' },
      { ...acts('demo'), is_demo: true },
      { ...acts('demo'), message_type: 'demonstration' },
      acts('ls'),
    )
    expect(run.steps.map(({ actions }) => actions[0]?.text)).toEqual(['ls'])
    expect(run.warnings).toContain('1 × observation before the first step, left out')
  })

  it.each<[string, Item, (string | null)[][], string | null]>([
    ['an action written out', acts('ls\n'), [[null, 'ls', null]], 'I do ls'],
    ['an action and the call it was', acts('ls', 'a', 'sh'), [['sh', 'ls', 'a']], 'I do ls'],
    [
      'several calls',
      {
        role: 'assistant',
        content: 'both',
        action: 'x',
        tool_calls: [
          { id: 'a', function: { name: 'f', arguments: '{"command":"ls"}' } },
          { function: { name: 'g', arguments: { path: 'p' } } },
        ],
      },
      [
        ['f', 'ls', 'a'],
        ['g', '{"path":"p"}', null],
      ],
      'both',
    ],
    [
      'a call of text that is no JSON',
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: 'ls' } }] },
      [['f', 'ls', null]],
      null,
    ],
    [
      'a call of nothing',
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f' } }] },
      [['f', '', null]],
      null,
    ],
    [
      'a thought beside its content',
      { role: 'assistant', content: 'all of it', thought: ' hm ', action: 'ls' },
      [[null, 'ls', null]],
      'hm',
    ],
    ['words alone', { role: 'assistant', content: ' done ' }, [], 'done'],
  ])('reads %s', (_, item, actions, thought) => {
    const [step] = fromHistory(item).steps
    expect(step?.actions.map(({ tool, text, callId }) => [tool, text, callId])).toEqual(actions)
    expect(step?.thought).toBe(thought)
  })

  it('takes the shell prompt off what it shows', () => {
    const shown = 'a.py\n(Open file: n/a)\n(Current directory: /x)\nbash-$'
    expect(fromHistory(acts('ls'), { role: 'user', content: shown }).steps[0]?.observations[0]?.text).toBe(
      'a.py',
    )
  })
})

describe('instance and repository', () => {
  const replay = (config: object) => ({
    trajectory: [{ action: 'ls' }],
    replay_config: JSON.stringify(config),
  })

  it.each<[string, Item, string, string | null]>([
    ['the field', { instance_id: 'a__b-1', environment: 'c__d-2' }, 'a__b-1', 'a/b'],
    [
      'the replay',
      { ...replay({ problem_statement: { id: 'e__f-3' } }), environment: 'c__d-2' },
      'e__f-3',
      'e/f',
    ],
    ['the environment', { environment: 'c__d.1234567.x' }, 'c__d.1234567.x', 'c/d'],
    ['the file, where the environment is none', { environment: 'swe_main' }, 'corner__shop-1', 'corner/shop'],
  ])('come from %s', (_, parts, instanceId, repo) => {
    expect(read({ trajectory: [{ action: 'ls' }], ...parts })).toMatchObject({ instanceId, repo })
  })

  it.each<[string | null, string | null]>([
    ['https://github.com/own/shop', 'own/shop'],
    ['https://github.com/own/shop.git', 'own/shop'],
    ['https://github.com/own/shop.js/tree/main', 'own/shop.js'],
    ['https://gitlab.com/own/shop', null],
    ['https://github.com/own', null],
    ['', null],
    [null, null],
  ])('the repository at %o is %o where the instance tells none', (github_url, repo) => {
    const named = { instance_id: 'till', trajectory: [{ action: 'ls' }] }
    const of = (config: object) => read({ ...named, replay_config: config }).repo
    expect(of({ env: { repo: { github_url } } })).toBe(repo)
    expect(of({ problem_statement: { github_url } })).toBe(repo)
  })

  it('a replay that is no JSON, or of another kind, is as none', () => {
    for (const replay_config of ['{half', 'words', 7, ['x'], { agent: 'x' }, null])
      expect(read({ trajectory: [{ action: 'ls' }], replay_config })).toMatchObject({ backbone: null })
  })
})

describe('what a file does not say', () => {
  it('is told: no task, no info, no trajectory', () => {
    expect(runIn({ trajectory: [{ action: 'ls' }] }, 'a__b-1.traj').warnings).toEqual([
      'no instance id in the file: "a__b-1" is taken from its name',
      'the file has no task text',
      'the file has no "info": exit status, submission and cost are unknown',
    ])
    expect(fromHistory().warnings).toContain('the run has no steps')
    expect(fromHistory().warnings.join()).not.toContain('read from its history')
  })

  it('the task is the replay’s where no message holds it', () => {
    const run = runIn({
      trajectory: [{ action: 'ls' }],
      replay_config: { problem_statement: { text: '# Till\nrounds' } },
    })
    expect(run.task).toEqual({ title: 'Till', text: '# Till\nrounds', raw: '# Till\nrounds' })
  })

  it.each([
    [
      { trajectory: [{ action: 'a' }, { action: 7 }] },
      'step 2: "action" has another type',
      'x.traj · step 2 · action',
    ],
    [{ trajectory: [{ thought: 'x' }] }, 'step 1: "action" is missing', 'x.traj · step 1 · action'],
    [
      { trajectory: [{ action: 'a' }, 'b'] },
      'step 2: "trajectory[1]" has another type',
      'x.traj · step 2 · trajectory[1]',
    ],
    [{ history: [PROMPT, { role: 7 }] }, '"history[1].role" has another type', 'x.traj · history[1].role'],
    [{ history: [PROMPT, 'x'] }, '"history[1]" has another type', 'x.traj · history[1]'],
    [
      { instance_id: 7, trajectory: [{ action: 'a' }] },
      '"instance_id" has another type',
      'x.traj · instance_id',
    ],
  ])('a fault of %o says where', (value, message, place) => {
    expect(() => runIn(value, 'x.traj')).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), place }),
    )
  })
})
