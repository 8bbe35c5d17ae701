import { expect, it } from 'vitest'
import { readTrajectories } from '../ingest-file.ts'

const RUN = {
  schema_version: 'ATIF-v1.7',
  session_id: 'corner__shop-31',
  agent: { name: 'terminus', version: '2.0', model_name: 'made/up-1' },
  steps: [
    { step_id: 1, source: 'system', message: 'You may use the shell.' },
    { step_id: 2, source: 'user', message: [{ type: 'text', text: 'The till rounds down' }] },
    {
      step_id: 3,
      timestamp: '2026-01-02T03:04:05Z',
      source: 'agent',
      message: 'I look at both files.',
      reasoning_content: 'Rounding is in two places.',
      tool_calls: [
        { tool_call_id: 'a', function_name: 'bash', arguments: { command: 'cat till.py' } },
        { tool_call_id: 'b', function_name: 'view', arguments: { path: 'shop.py' } },
      ],
      observation: {
        results: [
          { source_call_id: 'b', content: [{ type: 'image' }] },
          { source_call_id: 'a', content: 'round(x)' },
        ],
      },
      metrics: { cost_usd: 0.5 },
    },
    { step_id: 4, source: 'user', message: 'Go on.' },
    { step_id: 5, source: 'agent', is_copied_context: true, message: 'from before' },
    { step_id: 6, source: 'agent', message: 'Done.' },
  ],
  final_metrics: { total_cost_usd: 0.75 },
}

const read = (run: unknown) => readTrajectories(Buffer.from(JSON.stringify(run)), 'run.json')

it('reads agent turns as steps, with several calls, and says what it left out', () => {
  const [trajectory] = read(RUN).trajectories
  expect(trajectory).toMatchObject({
    format: 'atif',
    instanceId: 'corner__shop-31',
    repo: 'corner/shop',
    task: { text: 'The till rounds down' },
    agent: { name: 'terminus', version: '2.0' },
    backbone: 'made/up-1',
    outcome: null,
    costUsd: 0.75,
    startedAt: '2026-01-02T03:04:05Z',
  })
  expect(trajectory?.steps).toMatchObject([
    {
      n: 1,
      thought: 'Rounding is in two places.\n\nI look at both files.',
      actions: [
        { tool: 'bash', text: 'cat till.py', callId: 'a' },
        { tool: 'view', text: '{"path":"shop.py"}', callId: 'b' },
      ],
      observations: [
        { text: '[image]', callId: 'b', exitCode: null },
        { text: 'round(x)', callId: 'a' },
        { text: 'Go on.', callId: null },
      ],
      costUsd: 0.5,
    },
    { n: 2, thought: 'Done.', actions: [] },
  ])
  expect(trajectory?.warnings).toEqual([
    '1 × user message besides the task, kept as an observation of the step before it',
    '1 × step copied from an earlier run, left out',
    '1 × step without a command',
  ])
})

it('names the step and the field of a fault', () => {
  const steps = RUN.steps.map((step) => (step.step_id === 3 ? { ...step, tool_calls: [{}] } : step))
  expect(() => read({ ...RUN, steps })).toThrow('step 3: "tool_calls.0.function_name" is missing')
})

it('leaves a later major version to be named, not read', () => {
  const newer = Buffer.from(JSON.stringify({ ...RUN, schema_version: 'ATIF-v2.0' }))
  expect(readTrajectories(newer, 'run.json')).toMatchObject({ status: 'unsupported', format: 'ATIF-v2.0' })
})
