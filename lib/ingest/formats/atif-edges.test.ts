import { describe, expect, it } from 'vitest'
import { runIn } from '../fixtures/run-of.ts'

type Part = Record<string, unknown>

const user = { source: 'user', message: 'Mend the till' }
const agent = (parts: Part = {}): Part => ({ source: 'agent', message: 'I look.', ...parts })
const call = (args: unknown, id: string | null = 'c'): Part => ({
  tool_call_id: id,
  function_name: 'sh',
  arguments: args,
})
const read = (steps: unknown[], parts: Part = {}) =>
  runIn({ schema_version: 'ATIF-v1.4', steps: [user, ...steps], ...parts }, 'a__b-1.json')

describe('a call', () => {
  it.each([
    [{ command: 'ls', cmd: 'x' }, 'ls'],
    [{ cmd: 'ls', keystrokes: 'x' }, 'ls'],
    [{ keystrokes: 'ls\n' }, 'ls\n'],
    [{ command: ['ls'], cmd: 'pwd' }, 'pwd'],
    [{ command: '' }, ''],
    [{ path: 'a' }, '{"path":"a"}'],
    ['ls', 'ls'],
    [null, '{}'],
    [undefined, '{}'],
  ])('of %o runs %o', (args, text) => {
    expect(read([agent({ tool_calls: [call(args)] })]).steps[0]?.actions).toEqual([
      { tool: 'sh', text, callId: 'c' },
    ])
  })

  it('makes its step an agent’s, whatever the source is called, but for a user and the system', () => {
    const calls = { tool_calls: [call('ls')] }
    const of = (source: string) => read([{ source, message: 'x', ...calls }]).steps.length
    expect([of('agent'), of('[redacted]'), of('system'), of('user')]).toEqual([1, 1, 0, 0])
    expect(read([{ source: 'critic'.repeat(10), message: 'x' }, agent()]).warnings).toContain(
      `1 × step of the unknown source "${'critic'.repeat(10).slice(0, 40)}", left out`,
    )
  })
})

describe('what a run says of itself', () => {
  it.each<[string, Part, string, string | null]>([
    ['its own field', { extra: { instance_id: 'c__d-2' }, session_id: 'e__f-3' }, 'c__d-2', 'c/d'],
    ['its session', { session_id: 'e__f-3' }, 'e__f-3', 'e/f'],
    ['its file', { session_id: null, extra: 'none' }, 'a__b-1', 'a/b'],
  ])('the instance, by %s', (_, parts, instanceId, repo) => {
    expect(read([agent()], parts)).toMatchObject({ instanceId, repo })
  })

  it.each<[unknown, number | null]>([
    [{ total_cost_usd: 0.5 }, 0.5],
    [{ total_cost_usd: 0 }, null],
    [{ total_cost_usd: '0.5' }, null],
    ['free', null],
    [null, null],
  ])('the cost of %o as %s', (final_metrics, costUsd) => {
    expect(read([agent({ metrics: { cost_usd: 'x' } })], { final_metrics })).toMatchObject({
      costUsd,
      steps: [{ costUsd: null }],
    })
  })

  it('its agent, unknown where nobody named it', () => {
    expect(read([agent()], { agent: { name: 'x', version: ' ', model_name: 'm' } })).toMatchObject({
      agent: { name: 'x', version: null },
      backbone: 'm',
    })
    expect(read([agent()], { agent: 'x' })).toMatchObject({
      agent: { name: 'unknown', version: null },
      backbone: null,
    })
  })

  it('its start, by the first step that has an instant', () => {
    const at = '2026-01-02T03:04:05Z'
    expect(read([agent(), agent({ timestamp: at }), agent({ timestamp: 'later' })]).startedAt).toBe(at)
    expect(read([agent({ timestamp: 7 })]).startedAt).toBeNull()
  })

  it('no task where no user spoke, nor where only copied context did', () => {
    const copied = { ...user, is_copied_context: true }
    const run = runIn({ schema_version: 'ATIF-v1.0', steps: [copied, agent()] })
    expect(run.task.raw).toBe('')
    expect(run.warnings).toEqual(
      expect.arrayContaining(['the file has no task text', '1 × step copied from an earlier run, left out']),
    )
  })
})

describe('what Loupe wrote into a run', () => {
  const own = {
    instanceId: 'g__h-4',
    repo: null,
    taskText: 'The task',
    agentVersion: null,
    outcome: 'unresolved',
    outcomeSource: 'r.json',
    exitStatus: 'Submitted',
    submission: 'diff',
    startedAt: null,
  }

  it('comes back before what the file says elsewhere', () => {
    const run = read([agent({ timestamp: '2026-01-02T03:04:05Z' })], {
      extra: { loupe: own, instance_id: 'x' },
      session_id: 'y',
      agent: { name: 'a', version: '9' },
    })
    expect(run).toMatchObject({
      instanceId: 'g__h-4',
      repo: null,
      task: { text: 'The task', raw: 'Mend the till' },
      agent: { name: 'a', version: null },
      outcome: 'unresolved',
      outcomeSource: 'r.json',
      exitStatus: 'Submitted',
      submission: 'diff',
      startedAt: null,
    })
  })

  it('is not believed where a member of it is of another type', () => {
    const run = read([agent()], { extra: { loupe: { ...own, outcome: 'solved' } } })
    expect(run).toMatchObject({ instanceId: 'a__b-1', outcome: null, outcomeSource: null, submission: null })
  })

  it('gives calls and results back what ATIF has no place for, in their order', () => {
    const loupe = {
      calls: [{ tool: null, callId: null }],
      results: [{ callId: null, exitCode: 2, truncated: true }],
    }
    const step = agent({
      tool_calls: [call('ls'), call('pwd', 'd')],
      observation: { results: [{ source_call_id: 'c', content: 'x' }, { content: null }] },
      extra: { loupe },
    })
    expect(read([step]).steps[0]).toMatchObject({
      actions: [
        { tool: null, text: 'ls', callId: null },
        { tool: 'sh', text: 'pwd', callId: 'd' },
      ],
      observations: [
        { text: 'x', callId: null, exitCode: 2, truncated: true },
        { text: '', callId: null, exitCode: null, truncated: false },
      ],
    })
  })

  it('says that a step without a command is meant to be one', () => {
    expect(read([agent({ extra: { loupe: { calls: [], results: [] } } })]).warnings.join()).not.toContain(
      'without a command',
    )
    expect(read([agent({ extra: { loupe: { calls: [] } } })]).warnings).toContain(
      '1 × step without a command',
    )
  })
})

it.each([
  [{ steps: [user, agent({ tool_calls: [{}] })] }, 'step 2: "tool_calls.0.function_name" is missing'],
  [{ steps: [user, agent({ observation: {} })] }, 'step 2: "observation.results" is missing'],
  [{ steps: [user, agent({ message: 7 })] }, 'step 2: "message" has another type'],
  [{ steps: ['x'] }, 'step 1: "steps[0]" has another type'],
  [{ steps: [{}] }, 'step 1: "source" is missing'],
])('a fault of %o says where', (parts, message) => {
  expect(() => runIn({ schema_version: 'ATIF-v1.4', ...parts })).toThrow(message)
})

it('a message of the user before the first step is counted, and one after it answers that step', () => {
  const run = read([{ source: 'user', message: 'early' }, agent(), { source: 'user', message: 'Go on.' }])
  expect(run.steps[0]?.observations.map(({ text }) => text)).toEqual(['Go on.'])
  expect(run.warnings).toEqual(
    expect.arrayContaining([
      '1 × user message before the first step besides the task, left out',
      '1 × user message besides the task, kept as an observation of the step before it',
    ]),
  )
})
