import { expect, it } from 'vitest'
import { zipOf } from '../../ingest/fixtures/archives.ts'
import { readTrajectories } from '../../ingest/ingest-file.ts'
import { recordsOfFile } from './records-of-file.ts'

const AT = '2026-01-02T10:00:00.000Z'
const linesOf = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Format, task, and each call with its answer. */
function shown(text: string, name = 'run.jsonl') {
  const { format, trajectories } = readTrajectories(Buffer.from(text), name)
  return trajectories.map(({ task, steps }) => [
    format,
    task.title,
    ...steps.map(({ actions, observations }) =>
      [...actions.map((one) => one.text), ...observations.map((one) => one.text)].join(' -> '),
    ),
  ])
}

const CALL = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }
const RESULT = { type: 'tool_result', tool_use_id: 't1', content: 'till.py' }
const PRINTED = [
  { type: 'system', subtype: 'init', cwd: '/shop', session_id: 's1', tools: ['Bash'], model: 'm' },
  ...[
    { type: 'assistant', message: { id: 'm1', role: 'assistant', model: 'm', content: [CALL] } },
    { type: 'user', message: { role: 'user', content: [RESULT] } },
  ].map((line) => ({ ...line, parent_tool_use_id: null, session_id: 's1' })),
  { type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 's1' },
]

it('reads what Claude Code prints while it runs, which names no prompt, as lines and as one list', () => {
  const run = [['claude-code-jsonl', '', 'ls -> till.py']]
  expect(shown(linesOf(...PRINTED))).toEqual(run)
  expect(shown(JSON.stringify(PRINTED), 'run.json')).toEqual(run)
})

it('reads a session of Claude Code that has lost its beginning', () => {
  const [, call, result] = PRINTED
  const own = [call, result].map((line, i) => ({ ...line, sessionId: 's1', uuid: `u${i}`, version: '2.1.0' }))
  expect(shown(linesOf(...own))).toEqual([['claude-code-jsonl', '', 'ls -> till.py']])
})

it('reads the one value a session of the first Codex', () => {
  const items = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix the till' }] },
    { type: 'function_call', name: 'shell', arguments: '{"command":["bash","-lc","ls"]}', call_id: 'c1' },
    {
      type: 'function_call_output',
      call_id: 'c1',
      output: '{"output":"till.py","metadata":{"exit_code":0}}',
    },
  ]
  const whole = { session: { id: 'a', timestamp: AT, instructions: '' }, items }
  expect(shown(JSON.stringify(whole), 'rollout.json')).toEqual([
    ['codex-rollout-jsonl', 'Fix the till', 'ls -> till.py'],
  ])
})

it('reads what codex exec printed before it had items', () => {
  const msgs = [
    { type: 'task_started' },
    { type: 'agent_reasoning', text: 'I look' },
    { type: 'exec_command_begin', call_id: 'c1', command: ['bash', '-lc', 'ls'], cwd: '/shop' },
    { type: 'exec_command_end', call_id: 'c1', stdout: 'till.py', stderr: 'odd', exit_code: 1 },
    { type: 'patch_apply_begin', call_id: 'c2', changes: { 'till.py': { add: {} } } },
    {
      type: 'mcp_tool_call_begin',
      call_id: 'c3',
      invocation: { server: 's', tool: 't', arguments: { a: 1 } },
    },
    { type: 'mcp_tool_call_end', call_id: 'c3', result: { content: [{ type: 'text', text: 'yes' }] } },
    { type: 'agent_message', message: 'done' },
  ].map((msg) => ({ id: '0', msg }))
  const head = [{ model: 'm', sandbox: 'read-only', workdir: '/shop' }, { prompt: 'Fix the till' }]
  expect(shown(linesOf(...head, ...msgs))).toEqual([
    [
      'codex-exec-events-jsonl',
      'Fix the till',
      'ls -> till.py\nodd',
      '{"till.py":{"add":{}}}',
      '{"a":1} -> yes',
    ],
  ])
})

it('reads what Gemini CLI prints while it runs', () => {
  const lines = [
    { type: 'init', timestamp: AT, session_id: 'g1', model: 'gemini' },
    { type: 'message', role: 'user', content: 'Fix the till', timestamp: AT },
    { type: 'tool_use', tool_name: 'run_shell_command', tool_id: 't1', parameters: { command: 'ls' } },
    { type: 'tool_result', tool_id: 't1', status: 'success', output: 'till.py' },
    { type: 'message', role: 'assistant', content: 'done', delta: true },
    { type: 'result', status: 'success', stats: {} },
  ]
  expect(shown(linesOf(...lines))).toEqual([['gemini-cli-session-json', 'Fix the till', 'ls -> till.py']])
})

it('reads what opencode run prints', () => {
  const state = { status: 'completed', input: { command: 'ls' }, output: 'till.py' }
  const parts = [
    { type: 'step-start' },
    { type: 'tool', callID: 'c', tool: 'bash', state },
    { type: 'text', text: 'done' },
  ]
  const lines = parts.map((part, i) => ({
    type: 'x',
    timestamp: i,
    sessionID: 'ses_1',
    part: { id: `p${i}`, ...part },
  }))
  expect(shown(linesOf(...lines))).toEqual([['opencode-tables-json', '', 'ls -> till.py']])
})

it('names an archive without a file', () => {
  expect(() => [...recordsOfFile({ bytes: zipOf({}), fileName: 'runs.zip' })]).toThrow(
    'the archive holds no file',
  )
})

it('puts back the long texts that Inspect keeps apart, in calls too', () => {
  const key = 'a'.repeat(32)
  const messages = [
    { role: 'user', content: 'Fix the till' },
    {
      ...{ role: 'assistant', content: 'I look' },
      tool_calls: [
        { id: 't', function: 'bash', arguments: { cmd: `attachment://${key}` }, type: 'function' },
      ],
    },
    { role: 'tool', tool_call_id: 't', content: 'till.py' },
  ]
  const samples = [{ id: 'till', epoch: 1, messages, attachments: { [key]: 'ls -la' } }]
  const log = { version: 2, status: 'success', eval: { task: 'swe', model: 'm' }, plan: {}, samples }
  expect(shown(JSON.stringify(log), 'log.json')).toEqual([
    ['inspect-eval-json', 'Fix the till', 'ls -la -> till.py'],
  ])
})
